import { between, distance, fromSegment, midway, type Point, plus } from '../../pixels/points.ts';
import type { Frame, Head } from './body.ts';

export type ClothesPart = 'top' | 'both' | 'legs';

/**
 * What a place on the person is likely to be: surely cloth, within the garment, surely not it, or open; and how
 * strongly, in the units of the colour mixtures (positive: cloth).
 */
export interface Place {
  kind: 'cloth' | 'inner' | 'other' | 'open';
  bias: number;
}

/** Guesses from the joints alone; `both` takes the legs' clothes as well, `legs` those alone. */
export function placeOf(at: Point, frame: Frame, part: ClothesPart): Place {
  if (part === 'legs')
    return notClothes(at, frame) ?? besideHips(at, frame) ?? onLegs(at, frame) ?? aroundLegs(at, frame);
  return (
    notClothes(at, frame) ??
    onTorso(at, frame) ??
    (part === 'both' ? onLegs(at, frame) : undefined) ??
    around(at, frame, part)
  );
}

function notClothes(at: Point, { sides, unit, head }: Frame): Place | undefined {
  for (const { seen, wrist, elbow } of sides) {
    if (seen.wrist < 0.25) continue;
    const hand = plus(wrist, { x: wrist.x - elbow.x, y: wrist.y - elbow.y }, 0.22);
    if (distance(at, hand) < unit * 0.13) return { kind: 'other', bias: -2 };
  }
  if (!head) return undefined;
  const { along, down } = onFace(at, head);
  const near = (along / (head.height * 0.36)) ** 2 + (down / (head.height * 0.5) - 0.04) ** 2 < 1;
  if (near) return { kind: 'other', bias: -9 };
  return down < 0 ? { kind: 'other', bias: -6 } : undefined;
}

/** Coordinates along the eyes and down the face, from the middle of the eyes. */
export function onFace(at: Point, { eyes, along }: Head): { along: number; down: number } {
  const dx = at.x - eyes.x;
  const dy = at.y - eyes.y;
  return { along: dx * along.x + dy * along.y, down: -dx * along.y + dy * along.x };
}

/** Share of the way from shoulders to hips, and from the left to the right side. */
export function inTorso(at: Point, { sides: [a, b], unit }: Frame): { t: number; u: number } {
  const shoulders = midway(a.shoulder, b.shoulder);
  const hips = midway(a.hip, b.hip);
  const axis = { x: hips.x - shoulders.x, y: hips.y - shoulders.y };
  const t =
    ((at.x - shoulders.x) * axis.x + (at.y - shoulders.y) * axis.y) / (axis.x * axis.x + axis.y * axis.y);
  const left = between(a.shoulder, a.hip, t);
  const right = between(b.shoulder, b.hip, t);
  const wide = Math.max(right.x - left.x, unit * 0.35);
  return { t, u: (at.x - (left.x + right.x - wide) / 2) / wide };
}

/** Distance of the sides in units of the shoulders: turned people are narrow. */
const torsoWidth = ({ sides: [a, b], unit }: Frame): number =>
  Math.max(0.35, Math.abs(b.shoulder.x + b.hip.x - a.shoulder.x - a.hip.x) / 2 / unit);

/** Hips lie lower than waistbands: only the upper part of the torso is surely a top. */
export const isChest = (at: Point, frame: Frame): boolean => onTorso(at, frame)?.kind === 'cloth';

function onTorso(at: Point, frame: Frame): Place | undefined {
  const { t, u } = inTorso(at, frame);
  return t > 0.12 && t < 0.58 && u > 0.12 && u < 0.88 ? { kind: 'cloth', bias: 0.9 } : undefined;
}

/** Distance from the legs, from the hips nearly to the ankles, in units of the shoulders. */
export const legsAway = (at: Point, { sides, unit }: Frame): number =>
  Math.min(
    ...sides.map(({ hip, knee, ankle }) =>
      Math.min(fromSegment(at, hip, knee), fromSegment(at, knee, between(knee, ankle, 0.8))),
    ),
  ) / unit;

/** The same below the hips; nothing above is near a leg. */
export const besideLegs = (at: Point, frame: Frame): number =>
  inTorso(at, frame).t > 1.12 ? legsAway(at, frame) : Number.POSITIVE_INFINITY;

function onLegs(at: Point, frame: Frame): Place | undefined {
  const { t } = inTorso(at, frame);
  const leg = legsAway(at, frame);
  if (t > 0.95 && leg < 0.13) return { kind: 'cloth', bias: 0.9 };
  return t > 0.85 && leg < 0.32 ? { kind: 'inner', bias: 0.2 } : undefined;
}

/** Sunlit edges of arms look like washed denim: what hangs beside the hips is arm. */
function besideHips(at: Point, frame: Frame): Place | undefined {
  const arm = Math.min(...frame.sides.map(({ elbow, wrist }) => fromSegment(at, elbow, wrist)));
  const isArm = arm < frame.unit * 0.15 && legsAway(at, frame) > 0.18;
  return isArm ? { kind: 'open', bias: -2.2 } : undefined;
}

/** The torso is another garment's, and so are shoes; about the hem of a top the joints know nothing. */
function aroundLegs(at: Point, frame: Frame): Place {
  const { t, u } = inTorso(at, frame);
  const { sides, unit } = frame;
  if (t < 0.55) return { kind: 'other', bias: -3 };
  if (sides.some(({ knee, ankle }) => distance(at, between(knee, ankle, 1.15)) < unit * 0.16)) {
    return { kind: 'other', bias: -1.2 };
  }
  if (t < 0.75) return { kind: 'other', bias: -1 };
  return { kind: 'open', bias: t < 0.85 ? -0.4 : u > -0.3 && u < 1.3 ? 0 : -0.8 };
}

function around(at: Point, frame: Frame, part: ClothesPart): Place {
  const { unit, sides } = frame;
  const { t, u } = inTorso(at, frame);
  const arm = Math.min(...sides.map((side) => fromSegment(at, side.shoulder, side.elbow)));
  const aboveShoulders = t < -0.02 && arm > unit * 0.3;
  if (aboveShoulders) return t < -0.16 ? { kind: 'other', bias: -2 } : { kind: 'open', bias: -0.5 };
  if (part === 'top' && t > 1.35) return { kind: 'other', bias: -3 };
  if (t > -0.1 && t < 1.1 && u > -0.2 && u < 1.2) return { kind: 'inner', bias: t > 0.7 ? -0.4 : 0.3 };
  const forearm = Math.min(...sides.map((side) => fromSegment(at, side.elbow, side.wrist)));
  const limb = Math.min(arm, forearm) / unit;
  if (limb < 0.3 && t < 1.1) return { kind: 'open', bias: 0 };
  // Far from torso and arms the outline has taken in furniture: ever less likely cloth.
  const aside = Math.min(limb - 0.3, Math.max(-u, u - 1) * torsoWidth(frame) - 0.15);
  return { kind: 'open', bias: (t > 1.1 ? -1.5 : -0.8) - 6 * Math.max(0, aside) };
}
