import { clamp } from '../pixels/clamp.ts';
import { deltaE, type LabPlanes } from '../pixels/lab.ts';
import type { Support } from './support.ts';

/** A level disc seen from above its edge; analysis pixels. */
interface Disc {
  x: number;
  y: number;
  /** Half axes. */
  across: number;
  down: number;
}

/** A camera at 100–170 cm sees a table's top this flat; rounder ones are plates, drums, clocks. */
const flatness = [0.09, 0.11, 0.135, 0.165, 0.2, 0.245];
/** Below this many rows between rim and middle a round edge cannot be told from a straight one. */
const leastDown = 4;
/** Half the width of the smallest table, as a share of the picture's. */
const leastAcross = 0.12;
/** ΔE between the rows above and below a rim; within a top; and at that end of it that stands before a free ground. */
const rimStep = 6;
const oneColour = 11;
const clearEnd = 25;
/** Across the disc, −1 to 1, with the height of the rim there. */
const along = Array.from({ length: 19 }, (_, i) => {
  const u = -0.95 + i * (1.9 / 18);
  return { u, v: Math.sqrt(1 - u * u) };
});

/**
 * Finds round table tops: flat ellipses of one colour with a bent front rim, darker below. What stands on them may
 * cover half of the far rim. Below there must be something that carries them, or the light of a hanging lamp would be
 * a table. Each test alone passes seat cushions, drawers and the backs of sofas; all of them passed only tables on
 * the room photos. Output in analysis pixels.
 */
export function findRoundTops(planes: LabPlanes, things: Uint8Array, horizon: number): Support[] {
  const { width, height } = planes;
  const steps = rowSteps(planes);
  let best: { disc: Disc; score: number } | undefined;
  for (let across = width * leastAcross; across < width * 0.34; across *= 1.06) {
    for (const flat of flatness) {
      const down = across * flat;
      if (down < leastDown) continue;
      const outline = outlineOf(width, across, down);
      const [a = 0, b = 0, c = 0] = outline.front;
      for (let y = Math.ceil(Math.max(horizon, height * 0.3)); y < height * 0.86 - down; y++) {
        for (let x = Math.ceil(across) + 4; x < width - across - 4; x++) {
          const middle = y * width + x;
          // Of a million places most end here.
          if (isGap(steps[middle + a]!) && isGap(steps[middle + b]!) && isGap(steps[middle + c]!)) continue;
          const score = bentRim(steps, middle, outline);
          if (score <= (best?.score ?? 0)) continue;
          const disc = { x, y, across, down };
          if (looksLikeTop(planes, disc) && isCarried(things, width, height, disc)) best = { disc, score };
        }
      }
    }
  }
  return best ? [supportOn(best.disc)] : [];
}

/** Things stand a little before its middle, where its own things leave room. */
const supportOn = ({ x, y, across, down }: Disc): Support => ({
  x: x - across * 0.82,
  width: across * 1.64,
  y: y + down * 0.35,
  score: 3,
});

/** ΔE between the row above and the row below, as bytes. */
function rowSteps(planes: LabPlanes): Uint8Array {
  const { width, height } = planes;
  const out = new Uint8Array(width * height);
  for (let i = width; i < out.length - width; i++) {
    out[i] = Math.min(40, deltaE(planes, i - width, i + width));
  }
  return out;
}

/** Steps from the middle's index to points of the rim: worked out once for all discs of a size. */
interface Outline {
  front: number[];
  far: number[];
  /** The level line through the front's lowest point. */
  level: number[];
}

function outlineOf(width: number, across: number, down: number): Outline {
  const offset = (u: number, rows: number) => Math.round(rows) * width + Math.round(u * across);
  return {
    front: scattered.map(({ u, v }) => offset(u, v * down)),
    far: scattered.map(({ u, v }) => offset(u, -v * down)),
    level: scattered.map(({ u }) => offset(u, down)),
  };
}

/** Every seventh point and so on: gaps show early. */
const scattered = along.map((_, i) => along[(i * 7 + 9) % along.length]!);

const gapsMost = 2;

const isGap = (step: number): boolean => step < rimStep;

/**
 * Sum of steps along the front rim; 0 where it has gaps, is as good a straight line, or has no far rim. Asked for
 * hundreds of thousands of places, so it counts by index: its iterators were a sixth of what that thread left to be collected.
 */
function bentRim(steps: Uint8Array, middle: number, { front, far, level }: Outline): number {
  let gaps = 0;
  let bent = 0;
  for (let i = 0; i < front.length; i++) {
    const step = steps[middle + front[i]!]!;
    if (isGap(step) && ++gaps > gapsMost) return 0;
    bent += step;
  }
  let straight = 0;
  for (let i = 0; i < level.length; i++) straight += steps[middle + level[i]!]!;
  if (bent < straight * 2.1) return 0;
  let seen = 0;
  for (let i = 0; i < far.length; i++) if (steps[middle + far[i]!]! >= rimStep) seen++;
  return seen < far.length * 0.5 ? 0 : bent;
}

/** Of one colour, which ends at both sides, before a free ground at one of them; and all along the rim darker below. */
function looksLikeTop({ width, l, a, b }: LabPlanes, { x, y, across, down }: Disc): boolean {
  const at = (u: number, v: number) => Math.round(y + v * down) * width + Math.round(x + u * across);
  const front = at(0, 0.4);
  const apart = (i: number) => Math.hypot(l[i]! - l[front]!, a[i]! - a[front]!, b[i]! - b[front]!);
  const same = samples.filter(([u = 0, v = 0]) => apart(at(u, v)) < oneColour).length;
  if (same < samples.length * 0.77) return false;
  const row = Math.round(y) * width;
  const ends = [-1, 1].map((side) =>
    Math.min(
      ...[3, 6].map((beyond) => apart(row + clamp(Math.round(x + side * (across + beyond)), 0, width - 1))),
    ),
  );
  if (Math.min(...ends) < rimStep - 1 || Math.max(...ends) < clearEnd) return false;
  const shaded = along.filter(({ u, v }) => {
    const rim = at(u, v);
    return l[rim - 2 * width]! - (l[rim + 3 * width]! + l[rim + 5 * width]!) / 2 > 3;
  });
  return shaded.length >= along.length - 2;
}

const samples = [-0.75, -0.5, -0.25, 0, 0.25, 0.5, 0.75].flatMap((u) =>
  [-0.5, 0, 0.5].map((v) => [u * Math.sqrt(1 - v * v), v]),
);

/** Legs or a foot: a fifth of what is seen below the top belongs to things. */
function isCarried(things: Uint8Array, width: number, height: number, { x, y, across, down }: Disc): boolean {
  let sum = 0;
  let count = 0;
  const from = Math.round(y + down + 3);
  for (let row = from; row < Math.min(height, from + across * 0.6); row += 2) {
    for (let column = Math.round(x - across * 0.6); column < x + across * 0.6; column += 2) {
      sum += things[row * width + column]!;
      count++;
    }
  }
  return sum > count * 0.2;
}
