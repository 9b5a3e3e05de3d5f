import { expect } from 'chai';
import { fitPerspective, floorScale } from '../../../../../workers/renderer/scene/perspective.ts';
import type { Thing, ThingKind } from '../../../../../workers/renderer/scene/things/thing.ts';

const size = { width: 1200, height: 800 };

const thing = (kind: ThingKind, x: number, y: number, width: number, height: number): Thing => ({
  kind,
  score: 0.7,
  rect: { x, y, width, height },
});

describe('the perspective of a scene', () => {
  it('follows things of known size: a sofa is as high as sofas are', () => {
    for (const height of [160, 240, 320]) {
      const foot = 700;
      const fitted = fitPerspective([thing('couch', 200, foot - height, 700, height)], 0.8, size);
      expect(height / floorScale(fitted, foot)).to.be.within(65, 100);
    }
  });

  it('follows a thing that fills the image, though cameras are seldom as close', () => {
    const close = { ...thing('chair', 300, 150, 600, 480), score: 0.4 };
    expect(480 / floorScale(fitPerspective([close], 0.8, size), 630)).to.be.within(80, 100);
  });

  it('agrees with several things at different distances', () => {
    const near = thing('chair', 100, 400, 200, 300);
    const far = thing('chair', 700, 380, 90, 150);
    const fitted = fitPerspective([near, far], 0.7, size);
    expect(300 / floorScale(fitted, 700)).to.be.within(72, 97);
    expect(150 / floorScale(fitted, 530)).to.be.within(72, 97);
  });

  it('measures no sitting person, nothing that is cut off, and nothing whose foot is hidden', () => {
    const plain = fitPerspective([], 0.75, size);
    const sitting = thing('person', 300, 300, 200, 300);
    const cut = thing('chair', 300, 500, 300, 300);
    for (const ignored of [sitting, cut]) expect(fitPerspective([ignored], 0.75, size)).to.deep.equal(plain);
    const front = thing('couch', 100, 430, 900, 300);
    const hidden = thing('chair', 400, 380, 120, 120);
    expect(fitPerspective([front, hidden], 0.75, size)).to.deep.equal(fitPerspective([front], 0.75, size));
  });

  it('puts the floor below the horizon and below the farthest foot', () => {
    const fitted = fitPerspective([thing('chair', 700, 380, 90, 150)], 0.84, size);
    expect(fitted.floorTop).to.be.above(fitted.horizon);
    expect(fitted.floorTop).to.be.at.most(530);
  });
});
