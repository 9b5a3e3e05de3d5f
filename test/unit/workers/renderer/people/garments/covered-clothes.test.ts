import { expect } from 'chai';
import { getFrame } from '../../../../../../workers/renderer/people/body/body.ts';
import type { Person } from '../../../../../../workers/renderer/people/body/read-person.ts';
import {
  withoutNotches,
  withRim,
} from '../../../../../../workers/renderer/people/garments/covered-clothes.ts';
import {
  findOldClothes,
  type OldClothes,
} from '../../../../../../workers/renderer/people/garments/old-clothes.ts';
import { drawnPerson } from '../figure.ts';

/** Left, top, right and bottom, scene pixels. */
type Box = readonly [number, number, number, number];

describe('the outline of a person below a new top', () => {
  let person: Person;
  let old: OldClothes;

  before(async () => {
    ({ person } = await drawnPerson());
    old = await findOldClothes(person, getFrame(person), 'top');
  });

  const indexAt = (x: number, y: number): number =>
    Math.round(y * person.scale) * person.mask.width + Math.round(x * person.scale);

  /** The person with gaps in the outline. */
  function withGaps(boxes: Box[]): Person {
    const data = person.mask.data.slice();
    for (const [left, top, right, bottom] of boxes) {
      for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) data[indexAt(x, y)] = 0;
    }
    return { ...person, mask: { ...person.mask, data } };
  }

  it('has no holes or notches where a print has the colors of the background, but keeps the space beside an arm', () => {
    const seen = withGaps([
      [290, 340, 306, 356],
      [370, 482, 390, 496],
      [384, 310, 396, 500],
    ]);
    const { mask } = withoutNotches(seen, getFrame(person));
    expect(mask.data[indexAt(298, 348)], 'inside').to.equal(1);
    expect(mask.data[indexAt(376, 489)], 'at the side').to.equal(1);
    expect(mask.data[indexAt(390, 400)], 'beside the arm').to.equal(0);
  });

  it('counts filled notches as old clothes, so that the new cloth covers them', () => {
    const seen = withGaps([[370, 482, 390, 496]]);
    const filled = withoutNotches(seen, getFrame(person));
    const data = old.plane.data.map((share, i) => Math.min(share, seen.mask.data[i]!));
    const found = { ...old, plane: { ...old.plane, data } };
    expect(found.plane.data[indexAt(376, 489)]).to.equal(0);
    expect(withRim(found, seen, filled).plane.data[indexAt(376, 489)]).to.equal(1);
    expect(withRim(found, seen, filled).plane.data[indexAt(540, 489)]).to.equal(0);
  });
});
