import { expect } from 'chai';
import {
  maxScale,
  panned,
  viewAfterKey,
  whole,
  zoomedAt,
} from '../../../../../../../api/web/try-on/screens/result/zoom.ts';

const stage = { width: 400, height: 300 };

describe('Zoom', () => {
  it('keeps what is under the finger in its place', () => {
    const point = { x: 100, y: 200 };
    const { scale, x, y } = zoomedAt(whole, 2, point, stage);
    expect(scale).to.equal(2);
    expect([(point.x - x) / scale, (point.y - y) / scale]).to.deep.equal([100, 200]);
  });

  it('always covers the stage', () => {
    const view = zoomedAt(whole, 2, { x: 0, y: 0 }, stage);
    expect(panned(view, { x: 50, y: 50 }, stage)).to.deep.equal({ scale: 2, x: 0, y: 0 });
    expect(panned(view, { x: -9999, y: -9999 }, stage)).to.deep.equal({ scale: 2, x: -400, y: -300 });
  });

  it('is never smaller than the stage or larger than its limit', () => {
    expect(zoomedAt(whole, 0.1, { x: 9, y: 9 }, stage)).to.deep.equal(whole);
    expect(zoomedAt(whole, 99, { x: 9, y: 9 }, stage).scale).to.equal(maxScale);
  });

  it('is worked by keys', () => {
    const near = viewAfterKey(whole, '+', stage)!;
    expect(near.scale).to.equal(1.5);
    expect(viewAfterKey(near, 'ArrowRight', stage)?.x).to.be.lessThan(near.x);
    expect(viewAfterKey(near, 'ArrowUp', stage)?.y).to.be.greaterThan(near.y);
    expect(viewAfterKey(near, '-', stage)).to.deep.equal(whole);
    expect(viewAfterKey(near, '0', stage)).to.deep.equal(whole);
  });

  it('leaves other keys to the page, and arrows while the whole picture is seen', () => {
    expect(viewAfterKey(whole, 'ArrowDown', stage)).to.equal(null);
    expect(viewAfterKey(whole, 'a', stage)).to.equal(null);
  });
});
