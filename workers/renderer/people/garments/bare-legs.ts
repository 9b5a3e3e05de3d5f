import { distance, fromSegment, type Point, placeAt, plus, shareAlong } from '../../pixels/points.ts';
import type { Frame, Side } from '../body/body.ts';
import type { Person } from '../body/read-person.ts';
import type { FittedBottom } from './fit-skirt.ts';
import type { LegLandmarks } from './leg-landmarks.ts';
import { alignToEdges, legEdgeRadius, type OldClothes } from './old-clothes.ts';

/** Maximum distance of a leg from its bones, and of a hand from the forearm's; shoulder widths. */
const maxDistance = { leg: 0.22, hand: 0.26 };
/**
 * Minimum difference in length, as a share of the leg, from which new trousers cover more skin than the old ones.
 */
const minLonger = 0.1;
/** Share of the covered length: ankles stay visible below the hem. */
const coveredShare = 0.94;

/**
 * Marks bare legs as old trousers, as far down as the new ones reach, so that these cover them from edge to edge,
 * which the mesh along the bones alone does not.
 */
export function withBareLegs(
  old: OldClothes,
  person: Person,
  frame: Frame,
  { worn }: LegLandmarks,
  { reach }: FittedBottom,
): OldClothes {
  const sides = frame.sides.filter(
    ({ seen }, side) => reach[side]! > worn[side]! + minLonger && Math.max(seen.knee, seen.ankle) >= 0.25,
  );
  if (sides.length === 0) return old;
  const end = Math.min(1, Math.max(...reach)) * coveredShare;
  const { mask, scale } = person;
  let changed = false;
  const data = old.plane.data.map((share, i) => {
    if (share > 0.5 || mask.data[i]! < 0.3 || old.skin.data[i]! <= 0.5) return share;
    const at = placeAt(i, mask.width, scale);
    if (isHand(at, frame) || !sides.some((side) => isLeg(at, side, end, frame.unit))) return share;
    changed = true;
    return mask.data[i]!;
  });
  return changed ? { ...alignToEdges(person, { ...old.plane, data }, legEdgeRadius), skin: old.skin } : old;
}

/** Beside a thigh or shank, above the share `end` of the leg. */
function isLeg(at: Point, { hip, knee, ankle }: Side, end: number, unit: number): boolean {
  if (fromSegment(at, hip, knee) < unit * maxDistance.leg && shareAlong(at, hip, knee) > 0.2) return true;
  const along = shareAlong(at, knee, ankle);
  return along > -0.1 && along < end * 2 - 1 && fromSegment(at, knee, ankle) < unit * maxDistance.leg;
}

const isHand = (at: Point, { sides, unit }: Frame): boolean =>
  sides.some(({ elbow, wrist, seen }) => {
    if (seen.wrist < 0.2) return false;
    const fingers = plus(wrist, { x: wrist.x - elbow.x, y: wrist.y - elbow.y }, 0.4);
    return Math.min(fromSegment(at, elbow, fingers), distance(at, fingers)) < unit * maxDistance.hand;
  });
