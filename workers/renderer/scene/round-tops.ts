import { clamp } from '../pixels/clamp.ts';
import { deltaE, type LabImage } from '../pixels/lab.ts';
import type { Support } from './support.ts';

/** A horizontal disc seen from above; analysis pixels. */
interface Disc {
  x: number;
  y: number;
  /** Half axes. */
  across: number;
  down: number;
}

/**
 * A camera at 100–170 cm sees a table top with these ratios of height to width; rounder ellipses are plates,
 * drums, clocks.
 */
const flatness = [0.09, 0.11, 0.135, 0.165, 0.2, 0.245];
/** Below this many rows between rim and middle a round edge cannot be distinguished from a straight one. */
const minDown = 4;
/** Half the width of the smallest table, as a share of the picture's. */
const minAcross = 0.12;
/**
 * ΔE between the rows above and below a rim; maximum ΔE within a top; ΔE at the end that is in front of free
 * background.
 */
const rimStep = 6;
const maxColourSpread = 11;
const minEndStep = 25;
/** Across the disc, −1 to 1, with the height of the rim there. */
const rimPoints = Array.from({ length: 19 }, (_, i) => {
  const u = -0.95 + i * (1.9 / 18);
  return { u, v: Math.sqrt(1 - u * u) };
});

/**
 * Finds round table tops: flat ellipses of one colour with a curved front rim, darker below. Objects on them may
 * cover half of the far rim. An object below must support them, or the light of a hanging lamp would count as a
 * table. Each test alone accepts seat cushions, drawers and the backs of sofas; together they accepted only tables
 * in the room photos. Output in analysis pixels.
 */
export function findRoundTops(planes: LabImage, objects: Uint8Array, horizon: number): Support[] {
  const { width, height } = planes;
  const steps = rowSteps(planes);
  let best: { disc: Disc; score: number } | undefined;
  for (let across = width * minAcross; across < width * 0.34; across *= 1.06) {
    for (const flat of flatness) {
      const down = across * flat;
      if (down < minDown) continue;
      const outline = outlineOf(width, across, down);
      const [a = 0, b = 0, c = 0] = outline.front;
      for (let y = Math.ceil(Math.max(horizon, height * 0.3)); y < height * 0.86 - down; y++) {
        for (let x = Math.ceil(across) + 4; x < width - across - 4; x++) {
          const middle = y * width + x;
          // Rejects most of about a million positions early.
          if (isGap(steps[middle + a]!) && isGap(steps[middle + b]!) && isGap(steps[middle + c]!)) continue;
          const score = curvedRim(steps, middle, outline);
          if (score <= (best?.score ?? 0)) continue;
          const disc = { x, y, across, down };
          if (looksLikeTop(planes, disc) && isSupported(objects, width, height, disc)) best = { disc, score };
        }
      }
    }
  }
  return best ? [supportOn(best.disc)] : [];
}

/** Products go slightly in front of its middle, where the objects already on it leave room. */
const supportOn = ({ x, y, across, down }: Disc): Support => ({
  x: x - across * 0.82,
  width: across * 1.64,
  y: y + down * 0.35,
  score: 3,
});

/** ΔE between the row above and the row below, as bytes. */
function rowSteps(planes: LabImage): Uint8Array {
  const { width, height } = planes;
  const out = new Uint8Array(width * height);
  for (let i = width; i < out.length - width; i++) {
    out[i] = Math.min(40, deltaE(planes, i - width, i + width));
  }
  return out;
}

/** Index offsets from the centre to points of the rim; computed once for all discs of a size. */
interface Outline {
  front: number[];
  far: number[];
  /** The horizontal line through the front's lowest point. */
  level: number[];
}

function outlineOf(width: number, across: number, down: number): Outline {
  const offset = (u: number, rows: number) => Math.round(rows) * width + Math.round(u * across);
  return {
    front: shuffled.map(({ u, v }) => offset(u, v * down)),
    far: shuffled.map(({ u, v }) => offset(u, -v * down)),
    level: shuffled.map(({ u }) => offset(u, down)),
  };
}

/** Every seventh point, so that gaps are found early. */
const shuffled = rimPoints.map((_, i) => rimPoints[(i * 7 + 9) % rimPoints.length]!);

const maxGaps = 2;

const isGap = (step: number): boolean => step < rimStep;

/**
 * Sum of steps along the front rim; 0 where it has gaps, fits a straight line as well, or has no far rim. Called
 * for hundreds of thousands of positions, so it loops by index: iterators were a sixth of that thread's garbage.
 */
function curvedRim(steps: Uint8Array, middle: number, { front, far, level }: Outline): number {
  let gaps = 0;
  let bent = 0;
  for (let i = 0; i < front.length; i++) {
    const step = steps[middle + front[i]!]!;
    if (isGap(step) && ++gaps > maxGaps) return 0;
    bent += step;
  }
  let straight = 0;
  for (let i = 0; i < level.length; i++) straight += steps[middle + level[i]!]!;
  if (bent < straight * 2.1) return 0;
  let farSteps = 0;
  for (let i = 0; i < far.length; i++) if (steps[middle + far[i]!]! >= rimStep) farSteps++;
  return farSteps < far.length * 0.5 ? 0 : bent;
}

/**
 * True for one colour that ends at both sides, in front of free background at one of them, and is darker below the
 * whole rim.
 */
function looksLikeTop({ width, l, a, b }: LabImage, { x, y, across, down }: Disc): boolean {
  const at = (u: number, v: number) => Math.round(y + v * down) * width + Math.round(x + u * across);
  const front = at(0, 0.4);
  const colourDistance = (i: number) => Math.hypot(l[i]! - l[front]!, a[i]! - a[front]!, b[i]! - b[front]!);
  const same = samples.filter(([u = 0, v = 0]) => colourDistance(at(u, v)) < maxColourSpread).length;
  if (same < samples.length * 0.77) return false;
  const row = Math.round(y) * width;
  const ends = [-1, 1].map((side) =>
    Math.min(
      ...[3, 6].map((beyond) =>
        colourDistance(row + clamp(Math.round(x + side * (across + beyond)), 0, width - 1)),
      ),
    ),
  );
  if (Math.min(...ends) < rimStep - 1 || Math.max(...ends) < minEndStep) return false;
  const shaded = rimPoints.filter(({ u, v }) => {
    const rim = at(u, v);
    return l[rim - 2 * width]! - (l[rim + 3 * width]! + l[rim + 5 * width]!) / 2 > 3;
  });
  return shaded.length >= rimPoints.length - 2;
}

const samples = [-0.75, -0.5, -0.25, 0, 0.25, 0.5, 0.75].flatMap((u) =>
  [-0.5, 0, 0.5].map((v) => [u * Math.sqrt(1 - v * v), v]),
);

/** Legs or a foot: objects cover a fifth of what is visible below the top. */
function isSupported(
  objects: Uint8Array,
  width: number,
  height: number,
  { x, y, across, down }: Disc,
): boolean {
  let sum = 0;
  let count = 0;
  const from = Math.round(y + down + 3);
  for (let row = from; row < Math.min(height, from + across * 0.6); row += 2) {
    for (let column = Math.round(x - across * 0.6); column < x + across * 0.6; column += 2) {
      sum += objects[row * width + column]!;
      count++;
    }
  }
  return sum > count * 0.2;
}
