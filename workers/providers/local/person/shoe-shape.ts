import { components } from '../components.ts';
import { dilate, erode } from '../cutout/distance.ts';
import { sample } from '../plane.ts';
import type { Pixels, Rect } from '../types.ts';
import { soleAngle } from './lower-rim.ts';
import type { Point } from './points.ts';
import { resizedCutout } from './resize-cutout.ts';
import { spreadOf } from './spread.ts';

/** One shoe (or a pair taken as one) as its photo shows it. */
export interface Shoe {
  /** Straight RGBA without laces that fly. */
  cutout: Pixels;
  /** Place in the photo of a place on the shoe: `u` from heel (0) to toe (1), `v` from the sole (0) up to 1. */
  at: (u: number, v: number) => Point;
  /** Photo pixels along the sole, and up. */
  length: number;
  height: number;
  /** Middle of the opening for the foot, in `u` and `v`. */
  collar: { u: number; v: number };
}

/** What a photo of shoes shows: one, two that can be told apart, or two that hide one another. */
export interface ShoePhoto {
  kind: 'single' | 'two' | 'together';
  shoes: Shoe[];
}

/** Longest side of the grid on which shapes are read. */
const gridSide = 220;
/** Thinner than this share of the photo are laces, loops and tassels' ends. */
const thin = 0.018;
/** A shoe from the side spreads further along than two beside each other (measured 2.3 and 2.6; pairs 1.9). */
const longAsOne = 2.08;

/** Reads the shoes of a cut-out (straight RGBA). */
export async function shoesIn(cutout: Pixels): Promise<ShoePhoto> {
  const factor = Math.min(1, gridSide / Math.max(cutout.width, cutout.height));
  const small = await resizedCutout(cutout, factor);
  const bodies = bodiesOf(small);
  const shapes = bodies.map((body) => ({ ...small, data: withAlpha(small, body) }));
  const shoes = shapes.map((shape, k) => shoeOf(cutout, shape, bodies[k]!));
  if (shoes.length === 2) return { kind: 'two', shoes };
  const [shape] = shapes;
  const { along, across } = spreadOf(shape!);
  return { kind: along / across > longAsOne ? 'single' : 'together', shoes };
}

/** The one or two thick parts; what hangs on them by a thread is not part of a shoe. */
function bodiesOf(small: Pixels): Uint8Array[] {
  const { width, height } = small;
  const mask = new Uint8Array(width * height).map((_, i) => (small.data[i * 4 + 3]! > 127 ? 1 : 0));
  const radius = Math.max(1.5, Math.max(width, height) * thin);
  const thick = components(erode(framed(mask, width, height), width, height, radius), width, height).sort(
    (p, q) => q.area - p.area,
  );
  const [first, second] = thick;
  if (!first) return [mask];
  const chosen = second && second.area > first.area * 0.45 ? [first, second] : [first];
  return chosen.map(({ pixels }) => {
    const core = new Uint8Array(mask.length);
    for (const i of pixels) core[i] = 1;
    return dilate(core, width, height, radius + 1.5).map((near, i) => (near && mask[i] ? 1 : 0));
  });
}

/** The photo's own border counts as ground. */
const framed = (mask: Uint8Array, width: number, height: number): Uint8Array =>
  mask.map((value, i) => {
    const x = i % width;
    const y = (i - x) / width;
    return x === 0 || y === 0 || x === width - 1 || y === height - 1 ? 0 : value;
  });

function withAlpha({ data }: Pixels, body: Uint8Array): Uint8Array {
  const out = new Uint8Array(data);
  for (let i = 0; i < body.length; i++) if (body[i] === 0) out[i * 4 + 3] = 0;
  return out;
}

function shoeOf(cutout: Pixels, shape: Pixels, body: Uint8Array): Shoe {
  const angle = soleAngle(shape);
  const points = turnedPoints(shape, angle);
  const box = boxOf(points);
  const toe = toeSide(points, box);
  const k = cutout.width / shape.width;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const at = (u: number, v: number): Point => {
    const x = toe < 0 ? box.x + box.width * (1 - u) : box.x + box.width * u;
    const y = box.y + box.height * (1 - v);
    return {
      x: (x * cos - y * sin + shape.width / 2) * k,
      y: (x * sin + y * cos + shape.height / 2) * k,
    };
  };
  return {
    cutout: cutTo(cutout, body, shape),
    at,
    length: box.width * k,
    height: box.height * k,
    collar: collarOf(points, box, toe),
  };
}

/** Visible places of the grid from its middle, turned so that the sole is level. */
function turnedPoints({ data, width, height }: Pixels, angle: number): Point[] {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const points: Point[] = [];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (data[(y * width + x) * 4 + 3]! < 128) continue;
      const [dx, dy] = [x + 0.5 - width / 2, y + 0.5 - height / 2];
      points.push({ x: dx * cos + dy * sin, y: -dx * sin + dy * cos });
    }
  }
  return points;
}

function boxOf(points: Point[]): Rect {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { x, y } of points) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return { x: left, y: top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) };
}

/** −1 where the toe points left: the toe's half is the lower one. */
function toeSide(points: Point[], { x, y, width, height }: Rect): -1 | 1 {
  let more = 0;
  for (const p of points) if (p.y < y + height * 0.5) more += p.x < x + width / 2 ? -1 : 1;
  return more > 0 ? -1 : 1;
}

/** Where the foot goes in: half-way between the heel's upper end and the tongue, as high as the edge there is. */
function collarOf(points: Point[], { x, y, width, height }: Rect, toe: -1 | 1): { u: number; v: number } {
  const steps = 60;
  const tops = new Float32Array(steps);
  for (const p of points) {
    const u = toe < 0 ? (x + width - p.x) / width : (p.x - x) / width;
    const k = Math.min(steps - 1, Math.floor(u * steps));
    tops[k] = Math.max(tops[k]!, (y + height - p.y) / height);
  }
  const heelHalf = tops.subarray(0, steps * 0.6);
  const highest = Math.max(...heelHalf);
  const heel = heelHalf.findIndex((v) => v > highest * 0.6);
  const tongue = heelHalf.lastIndexOf(highest);
  const middle = Math.max(heel + 2, Math.round((heel + Math.max(tongue, heel + steps * 0.25)) / 2));
  return { u: (middle + 0.5) / steps, v: tops[middle]! };
}

/** The cut-out with everything away from `body` (on the grid of `shape`) made transparent, softly. */
function cutTo(cutout: Pixels, body: Uint8Array, shape: Pixels): Pixels {
  const { width, height } = cutout;
  const plane = { data: Float32Array.from(body), width: shape.width, height: shape.height };
  const wide = { ...plane, data: Float32Array.from(dilate(body, shape.width, shape.height, 1)) };
  const data = new Uint8Array(cutout.data);
  const [fx, fy] = [shape.width / width, shape.height / height];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const o = (y * width + x) * 4 + 3;
      if (data[o] === 0) continue;
      const share = sample(wide, (x + 0.5) * fx - 0.5, (y + 0.5) * fy - 0.5);
      if (share < 1) data[o] = Math.round(data[o]! * share);
    }
  }
  return { data, width, height };
}
