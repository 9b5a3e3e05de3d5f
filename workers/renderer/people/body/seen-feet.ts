import type { Pixels } from '../../pixels/pixels.ts';
import { distance, type Point } from '../../pixels/points.ts';
import { type Foot, feetOf } from './feet.ts';
import { type FootView, footView } from './foot-view.ts';
import type { Network } from './models.ts';
import type { Person } from './read-person.ts';

/** How close feet are looked at, one after the other. */
const nearnesses = [1, 0.9, 1.12];
/** What feet measure at most, and how far their ankles are from the joints; measured to 0.24, 0.78 and 0.36. */
const largest = { area: 0.3, width: 0.84, off: 0.5 };

/** Looks closer and from further away until the feet have the size of feet; undefined when they never do. */
export async function seenFeet(
  scene: Pixels,
  person: Person,
  unit: number,
  [left, right]: readonly [Point | undefined, Point | undefined],
  outline: Network | undefined,
): Promise<{ view: FootView; feet: Foot[] } | undefined> {
  const ankles = [left ?? right!, right ?? left!] as const;
  for (const nearness of nearnesses) {
    const view = await footView(scene, person, unit, ankles, outline, nearness);
    const cellOf = (p: Point | undefined) =>
      p && { x: (p.x - view.area.x) * view.scale, y: (p.y - view.area.y) * view.scale };
    const joints = [cellOf(left), cellOf(right)] as const;
    const feet = feetOf(view, unit, joints);
    if (feet.every((foot) => isFoot(foot, joints, unit * view.scale))) return { view, feet };
    if (!outline) break;
  }
  return undefined;
}

/** Ground or a leg taken for a shoe makes it too large, a thing behind the person takes the ankle away. */
function isFoot(
  { cells, left, right, ankle }: Foot,
  joints: readonly (Point | undefined)[],
  u: number,
): boolean {
  const area = cells.reduce((sum, cell) => sum + cell, 0);
  const off = Math.min(...joints.map((at) => (at ? distance(at, ankle) : Number.POSITIVE_INFINITY)));
  return area <= largest.area * u * u && right - left <= largest.width * u && off <= largest.off * u;
}
