import { type Plane, sample } from '../../pixels/plane.ts';
import { between, fromSegment, type Point, placeAt, shareAlong } from '../../pixels/points.ts';
import type { Frame, Side } from '../body/body.ts';
import { faceCoordinates, handPoint, isInImage } from '../body/body-places.ts';
import type { Person } from '../body/read-person.ts';
import { alignToEdges, type OldClothes } from './old-clothes.ts';

/** Minimum score of elbow and wrist for a sleeve over a bare arm. */
const minScore = 0.26;
/** Maximum distance from the bone of skin, and of other accessories on an arm; shoulder widths. */
const maxDistance = { skin: 0.2, other: 0.08 };
/** A short sleeve reaches down to here at most, as a share of the way from the shoulder to the elbow. */
const shortSleeve = 0.7;
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
  const bones = frame.sides
    .filter(({ seen }) => Math.min(seen.elbow, seen.wrist) >= minScore)
    .map((side) => ({
      side,
      upper: isBare(between(side.shoulder, side.elbow, shortSleeve), side.elbow),
      fore: isBare(between(side.elbow, side.wrist, 0.1), between(side.elbow, side.wrist, 0.9)),
    }))
    .filter(({ upper, fore }) => upper || fore);
  if (bones.length === 0) return old;
  const data = old.plane.data.map((share, i) => {
    if (share > 0.5 || mask.data[i]! < 0.3) return share;
    const at = placeAt(i, mask.width, scale);
    if (frame.head && faceCoordinates(at, frame.head).down < frame.head.height * 0.6) return share;
    const reach = (old.skin.data[i]! > 0.5 ? maxDistance.skin : maxDistance.other) * frame.unit;
    return bones.some((bone) => distanceFromBone(at, bone) < reach) ? mask.data[i]! : share;
  });
  return { ...alignToEdges(person, { ...old.plane, data }), skin: old.skin };
}

interface Bones {
  side: Side;
  /** Which of them are bare. */
  upper: boolean;
  fore: boolean;
}

/** Distance from the bare bones of the arm; infinite above the shoulder, where hair falls, and from the hand onwards. */
function distanceFromBone(at: Point, { side: { shoulder, elbow, wrist }, upper, fore }: Bones): number {
  const isBesideUpper = upper && shareAlong(at, shoulder, elbow) > 0;
  const above = isBesideUpper ? fromSegment(at, shoulder, elbow) : Number.POSITIVE_INFINITY;
  const along = shareAlong(at, elbow, wrist);
  if (along < 0 || !fore) return above;
  if (along <= handFrom) return Math.min(above, fromSegment(at, elbow, wrist));
  // The hand of a bent arm is beside its upper half; beyond the image's edge it hides nothing.
  return isInImage(handPoint({ elbow, wrist })) ? Number.POSITIVE_INFINITY : above;
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
