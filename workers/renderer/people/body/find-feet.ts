import type { Network } from '../../networks/network.ts';
import type { Pixels } from '../../pixels/pixels.ts';
import { distance, type Point } from '../../pixels/points.ts';
import { type Foot, getFeet } from './feet.ts';
import { type FootView, footView } from './foot-view.ts';
import type { Person } from './read-person.ts';

/** Magnifications of the close-up, tried in this order. */
const closenesses = [1, 0.9, 1.12];
/** Maximum size of feet and distance of their ankles from the joints; measured up to 0.24, 0.78 and 0.36. */
const max = { area: 0.3, width: 0.84, ankleOffset: 0.5 };

/** Tries several magnifications until the feet have a plausible size; undefined when none gives one. */
export async function findFeet(
  scene: Pixels,
  person: Person,
  unit: number,
  [left, right]: readonly [Point | undefined, Point | undefined],
  outline: Network | undefined,
): Promise<{ view: FootView; feet: Foot[] } | undefined> {
  const ankles = [left ?? right!, right ?? left!] as const;
  for (const closeness of closenesses) {
    const view = await footView(scene, person, unit, ankles, outline, closeness);
    const getCell = (p: Point | undefined) =>
      p && { x: (p.x - view.area.x) * view.scale, y: (p.y - view.area.y) * view.scale };
    const joints = [getCell(left), getCell(right)] as const;
    const feet = getFeet(view, unit, joints);
    if (feet.every((foot) => isFoot(foot, joints, unit * view.scale))) return { view, feet };
    if (!outline) break;
  }
  return undefined;
}

/** Ground or a leg mistaken for a shoe makes it too large; an object behind the person displaces the ankle. */
function isFoot(
  { cells, left, right, ankle }: Foot,
  joints: readonly (Point | undefined)[],
  u: number,
): boolean {
  const area = cells.reduce((sum, cell) => sum + cell, 0);
  const ankleOffset = Math.min(...joints.map((at) => (at ? distance(at, ankle) : Number.POSITIVE_INFINITY)));
  return area <= max.area * u * u && right - left <= max.width * u && ankleOffset <= max.ankleOffset * u;
}
