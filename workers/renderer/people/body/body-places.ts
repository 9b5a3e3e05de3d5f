import { between, distance, fromSegment, midway, type Point, plus } from '../../pixels/points.ts';
import type { Frame, Head, Side } from './body.ts';

export type ClothesPart = 'top' | 'both' | 'legs';

/**
 * Prior of a point on the person from the joints alone: surely cloth, inside the garment's usual area, surely
 * something else, or open; `bias` is its strength in the units of the color mixtures (positive: cloth).
 */
export interface ClothPrior {
  kind: 'cloth' | 'inner' | 'other' | 'open';
  bias: number;
}

/** The prior at a point; `both` includes the clothes on the legs, `legs` means those alone. */
export function clothPriorAt(at: Point, frame: Frame, part: ClothesPart): ClothPrior {
  if (part === 'legs')
    return headOrHand(at, frame) ?? forearmAtHips(at, frame) ?? onLegs(at, frame) ?? nearLegs(at, frame);
  return (
    headOrHand(at, frame) ??
    onTorso(at, frame) ??
    (part === 'both' ? onLegs(at, frame) : undefined) ??
    nearTorso(at, frame, part)
  );
}

function headOrHand(at: Point, { sides, unit, head }: Frame): ClothPrior | undefined {
  const isHand = sides.some((side) => side.seen.wrist >= 0.25 && distance(at, handPoint(side)) < unit * 0.13);
  if (isHand) return { kind: 'other', bias: -2 };
  if (!head) return undefined;
  const { along, down } = faceCoordinates(at, head);
  const near = (along / (head.height * 0.36)) ** 2 + (down / (head.height * 0.5) - 0.04) ** 2 < 1;
  if (near) return { kind: 'other', bias: -9 };
  return down < 0 ? { kind: 'other', bias: -6 } : undefined;
}

/** The middle of the hand, in the direction of the forearm. */
export const handPoint = ({ elbow, wrist }: Pick<Side, 'elbow' | 'wrist'>): Point =>
  plus(wrist, { x: wrist.x - elbow.x, y: wrist.y - elbow.y }, 0.22);

/** True unless the upper or left edge cuts a point off: beyond them an arm is bent or raised. */
export const isInImage = ({ x, y }: Point): boolean => x >= 0 && y >= 0;

/** Coordinates along the line of the eyes and down the face, relative to the middle of the eyes. */
export function faceCoordinates(at: Point, { eyes, along }: Head): { along: number; down: number } {
  const dx = at.x - eyes.x;
  const dy = at.y - eyes.y;
  return { along: dx * along.x + dy * along.y, down: -dx * along.y + dy * along.x };
}

/**
 * Coordinates in the torso: `t` from the shoulders (0) to the hips (1), `u` from the left (0) to the right side
 * (1).
 */
export function torsoCoordinates(at: Point, { sides: [a, b], unit }: Frame): { t: number; u: number } {
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

/** Distance of the sides in units of the shoulders: people turned aside are narrow. */
const torsoWidth = ({ sides: [a, b], unit }: Frame): number =>
  Math.max(0.35, Math.abs(b.shoulder.x + b.hip.x - a.shoulder.x - a.hip.x) / 2 / unit);

/** Hip joints are below waistbands: only the upper part of the torso is certain to be a top. */
export const isChest = (at: Point, frame: Frame): boolean => onTorso(at, frame)?.kind === 'cloth';

function onTorso(at: Point, frame: Frame): ClothPrior | undefined {
  const { t, u } = torsoCoordinates(at, frame);
  return t > 0.12 && t < 0.58 && u > 0.12 && u < 0.88 ? { kind: 'cloth', bias: 0.9 } : undefined;
}

/** Distance from the legs, from the hips nearly to the ankles, in units of the shoulders. */
const legDistance = (at: Point, { sides, unit }: Frame): number =>
  Math.min(
    ...sides.map(({ hip, knee, ankle }) =>
      Math.min(fromSegment(at, hip, knee), fromSegment(at, knee, between(knee, ankle, 0.8))),
    ),
  ) / unit;

/** The same below the hips; infinite above them. */
export const legDistanceBelowHips = (at: Point, frame: Frame): number =>
  torsoCoordinates(at, frame).t > 1.12 ? legDistance(at, frame) : Number.POSITIVE_INFINITY;

function onLegs(at: Point, frame: Frame): ClothPrior | undefined {
  const { t } = torsoCoordinates(at, frame);
  const leg = legDistance(at, frame);
  if (t > 0.95 && leg < 0.13) return { kind: 'cloth', bias: 0.9 };
  return t > 0.85 && leg < 0.32 ? { kind: 'inner', bias: 0.2 } : undefined;
}

/** Sunlit edges of arms have the colors of washed denim: pixels beside the hips near a forearm count as arm. */
function forearmAtHips(at: Point, frame: Frame): ClothPrior | undefined {
  const arm = Math.min(...frame.sides.map(({ elbow, wrist }) => fromSegment(at, elbow, wrist)));
  const isArm = arm < frame.unit * 0.15 && legDistance(at, frame) > 0.18;
  return isArm ? { kind: 'open', bias: -2.2 } : undefined;
}

/** Torso and shoes belong to other garments; where a top's hem is, joints do not show. */
function nearLegs(at: Point, frame: Frame): ClothPrior {
  const { t, u } = torsoCoordinates(at, frame);
  const { sides, unit } = frame;
  if (t < 0.55) return { kind: 'other', bias: -3 };
  if (sides.some(({ knee, ankle }) => distance(at, between(knee, ankle, 1.15)) < unit * 0.16)) {
    return { kind: 'other', bias: -1.2 };
  }
  if (t < 0.75) return { kind: 'other', bias: -1 };
  return { kind: 'open', bias: t < 0.85 ? -0.4 : u > -0.3 && u < 1.3 ? 0 : -0.8 };
}

/** How far from the bone of the upper arm a wide sleeve may be, shoulder widths. */
const wideSleeve = 0.42;

function nearTorso(at: Point, frame: Frame, part: ClothesPart): ClothPrior {
  const { unit, sides } = frame;
  const { t, u } = torsoCoordinates(at, frame);
  const arm = Math.min(...sides.map((side) => fromSegment(at, side.shoulder, side.elbow)));
  const aboveShoulders = t < -0.02 && arm > unit * 0.3;
  // Collars reach up to there: their color must not count as that of a neck.
  if (aboveShoulders) return { kind: t < -0.3 ? 'other' : 'open', bias: t < -0.16 ? -2 : -0.5 };
  if (part === 'top' && t > 1.35) return { kind: 'other', bias: -3 };
  if (t > -0.1 && t < 1.1 && u > -0.2 && u < 1.2) return { kind: 'inner', bias: t > 0.7 ? -0.4 : 0.3 };
  const forearm = Math.min(...sides.map((side) => fromSegment(at, side.elbow, side.wrist)));
  const limb = Math.min(arm, forearm) / unit;
  if ((limb < 0.3 || arm < wideSleeve * unit) && t < 1.1) return { kind: 'open', bias: 0 };
  // Far from torso and arms the outline includes furniture: cloth becomes less likely with the distance.
  const beside = Math.max(-u, u - 1) * torsoWidth(frame) - 0.15;
  if (t > 1.1 && beside < 0) return { kind: 'open', bias: -0.6 };
  return { kind: 'open', bias: (t > 1.1 ? -1.5 : -0.8) - 6 * Math.max(0, Math.min(limb - 0.3, beside)) };
}
