import type { Frame, Side } from './body.ts';
import { onFace } from './body-places.ts';
import { type OldClothes, snapped } from './old-clothes.ts';
import { fromSegment, type Point, shareAlong } from './points.ts';
import type { Person } from './read-person.ts';

/** Least score of elbow and wrist to lay a sleeve over a bare arm. */
const believed = 0.3;
/** Reach from the bone: of skin, and of whatever else is worn on an arm. Shoulder widths. */
const around = { skin: 0.2, other: 0.08 };
/** The hand begins here, as a share of the way from the elbow to the wrist. */
const handFrom = 0.97;

/**
 * Bare arms as if they were sleeves: a long sleeve covers them from edge to edge, which the mesh along the bones
 * alone does not. Hands stay bare.
 */
export function withBareArms(old: OldClothes, person: Person, frame: Frame): OldClothes {
  const sides = frame.sides.filter(({ seen }) => Math.min(seen.elbow, seen.wrist) >= believed);
  if (sides.length === 0) return old;
  const { mask, scale } = person;
  const data = old.plane.data.map((share, i) => {
    if (share > 0.5 || mask.data[i]! < 0.3) return share;
    const at = { x: ((i % mask.width) + 0.5) / scale, y: (Math.floor(i / mask.width) + 0.5) / scale };
    if (frame.head && onFace(at, frame.head).down < frame.head.height * 0.6) return share;
    const reach = (old.skin.data[i]! > 0.5 ? around.skin : around.other) * frame.unit;
    return sides.some((side) => armAway(at, side) < reach) ? mask.data[i]! : share;
  });
  return { ...snapped(person, { ...old.plane, data }), skin: old.skin };
}

/** Distance from the bones of the arm; a hand, and all beyond it, is infinitely far. */
function armAway(at: Point, { shoulder, elbow, wrist }: Side): number {
  const upper = fromSegment(at, shoulder, elbow);
  const along = shareAlong(at, elbow, wrist);
  if (along > handFrom) return Number.POSITIVE_INFINITY;
  return along < 0 ? upper : Math.min(upper, fromSegment(at, elbow, wrist));
}
