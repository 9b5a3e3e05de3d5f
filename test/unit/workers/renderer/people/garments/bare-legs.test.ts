import { expect } from 'chai';
import { getFrame } from '../../../../../../workers/renderer/people/body/body.ts';
import { withBareLegs } from '../../../../../../workers/renderer/people/garments/bare-legs.ts';
import type { FittedBottom } from '../../../../../../workers/renderer/people/garments/fit-skirt.ts';
import type { LegLandmarks } from '../../../../../../workers/renderer/people/garments/leg-landmarks.ts';
import { findOldClothes } from '../../../../../../workers/renderer/people/garments/old-clothes.ts';
import { drawnPerson } from '../figure.ts';

describe('bare legs below shorts', () => {
  const reaching = (reach: number): FittedBottom => ({ pieces: [], reach: [reach, reach], loose: 0 });
  const body = { worn: [0.3, 0.3] } as unknown as LegLandmarks;

  /** The drawn figure as if it wore shorts down to row 620, with skin below. */
  async function inShorts() {
    const { person } = await drawnPerson();
    const frame = getFrame(person);
    const old = await findOldClothes(person, frame, 'legs');
    const { width } = person.mask;
    const below = (i: number): boolean => Math.floor(i / width) > 620 * person.scale;
    const plane = { ...old.plane, data: old.plane.data.map((share, i) => (below(i) ? 0 : share)) };
    const skin = {
      ...old.skin,
      data: old.skin.data.map((share, i) => (below(i) ? person.mask.data[i]! : share)),
    };
    const at = (data: Float32Array, x: number, y: number): number =>
      data[Math.round(y * person.scale) * width + Math.round(x * person.scale)]!;
    return { person, frame, old: { ...old, plane, skin }, at };
  }

  it('count as old cloth where long trousers will cover them, down to the ankles', async () => {
    const { person, frame, old, at } = await inShorts();
    const { plane } = withBareLegs(old, person, frame, body, reaching(1.02));
    for (const [x, y] of [
      [250, 690],
      [350, 720],
    ] as const)
      expect(at(plane.data, x, y), `${x}, ${y}`).to.be.above(0.8);
    expect(at(plane.data, 318, 456), 'the hand').to.be.below(0.2);
    expect(at(plane.data, 250, 796), 'the ankle').to.be.below(0.5);
  });

  it('stay bare below shorts', async () => {
    const { person, frame, old } = await inShorts();
    expect(withBareLegs(old, person, frame, body, reaching(0.35))).to.equal(old);
  });
});
