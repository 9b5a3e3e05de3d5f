import { type Plane, sample } from '../../pixels/plane.ts';
import { between, fromSegment, type Point, placeAt, shareAlong } from '../../pixels/points.ts';
import type { Frame, Side } from '../body/body.ts';
import { faceCoordinates } from '../body/body-places.ts';
import type { Person } from '../body/read-person.ts';
import { nearHand } from './occlusion.ts';
import type { OldClothes } from './old-clothes.ts';

/** Minimum score of elbow and wrist for a sleeve over a bare arm. */
const minScore = 0.26;
/** Maximum distance from the bone of skin, and of other accessories on an arm; shoulder widths. */
const maxDistance = { skin: 0.2, other: 0.08 };
/** The hand begins here, as a share of the way from the elbow to the wrist. */
const handFrom = 0.97;

/**
 * Marks bare arms as old sleeves, so that a long sleeve covers them from edge to edge, which the mesh along the
 * bones alone does not. Hands stay bare.
 */
export function withBareArms(old: OldClothes, person: Person, frame: Frame): OldClothes {
  const { mask, scale } = person;
  // A bone under cloth is a sleeved arm or was detected in the wrong place: bare skin beside it is a hand.
  const isBare = (from: Point, to: Point): boolean => clothAlong(old.plane, from, to, scale) < 0.6;
  const bottom = mask.height / scale;
  const bones = frame.sides
    .filter(({ seen, wrist }) => Math.min(seen.elbow, wrist.y < bottom ? seen.wrist : 1) >= minScore)
    .map((side) => ({
      side,
      fore: isBare(between(side.elbow, side.wrist, 0.1), between(side.elbow, side.wrist, 0.9)),
    }));
  if (bones.length === 0) return old;
  const data = old.plane.data.map((share, i) => {
    if (share > 0.5 || mask.data[i]! < 0.3) return share;
    const at = placeAt(i, mask.width, scale);
    if (frame.head && faceCoordinates(at, frame.head).down < frame.head.height * 0.6) return share;
    const reach = (old.skin.data[i]! > 0.5 ? maxDistance.skin : maxDistance.other) * frame.unit;
    return !nearHand(at, frame) && bones.some((bone) => distanceFromBone(at, bone) < reach)
      ? mask.data[i]!
      : share;
  });
  return { ...old, plane: { ...old.plane, data } };
}

interface Bones {
  side: Side;
  /** True if the forearm is bare. */
  fore: boolean;
}

/** Distance from the upper arm and a bare forearm; infinite above the shoulder, where hair falls. */
function distanceFromBone(at: Point, { side: { shoulder, elbow, wrist }, fore }: Bones): number {
  const above =
    shareAlong(at, shoulder, elbow) > 0 ? fromSegment(at, shoulder, elbow) : Number.POSITIVE_INFINITY;
  const along = shareAlong(at, elbow, wrist);
  return fore && along >= 0 && along <= handFrom ? Math.min(above, fromSegment(at, elbow, wrist)) : above;
}

/** Share of a line that is under cloth. */
function clothAlong(cloth: Plane, from: Point, to: Point, scale: number): number {
  const samples = 12;
  let under = 0;
  for (let k = 0; k < samples; k++) {
    const { x, y } = between(from, to, k / (samples - 1));
    if (sample(cloth, x * scale - 0.5, y * scale - 0.5) > 0.5) under++;
  }
  return under / samples;
}
