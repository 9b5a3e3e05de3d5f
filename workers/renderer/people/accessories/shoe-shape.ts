import { floats } from '../../pixels/arrays.ts';
import { softBlur } from '../../pixels/blur.ts';
import { clamp } from '../../pixels/clamp.ts';
import { components } from '../../pixels/components.ts';
import { dilate, erode } from '../../pixels/distance.ts';
import { edgePoints, getHull, turn } from '../../pixels/hull.ts';
import type { Pixels } from '../../pixels/pixels.ts';
import { type Plane, sample } from '../../pixels/plane.ts';
import type { Point } from '../../pixels/points.ts';
import type { Rect } from '../../pixels/rect.ts';
import { resizedCutout } from '../../pixels/resize-cutout.ts';
import { soleAngle } from './lower-rim.ts';
import { principalSpread } from './spread.ts';

/** The shape of one shoe (or of a pair treated as one) in its photo. */
export interface Shoe {
  /** Straight RGBA without loose laces. */
  cutout: Pixels;
  /** The photo's point for a point on the shoe: `u` from heel (0) to toe (1), `v` from the sole (0) up to 1. */
  at: (u: number, v: number) => Point;
  /** Photo pixels along the sole, and up. */
  length: number;
  height: number;
  /** Middle of the opening for the foot, in `u` and `v`. */
  collar: { u: number; v: number };
}

/** The content of a photo of shoes: one, two separate ones, or two that overlap. */
export interface ShoePhoto {
  kind: 'single' | 'two' | 'together';
  shoes: Shoe[];
}

/** Longest side of the grid on which shapes are measured. */
const gridSide = 220;
/** Parts thinner than this share of the photo are laces, loops and tassels. */
const thin = 0.018;
/** Thin parts of more than this share of the thick ones are straps, not laces. */
const minStrapShare = 0.2;
/** Minimum elongation of a single shoe from the side (measured 2.3 and 2.6; pairs side by side 1.9). */
const minElongation = 2.08;

/** Share of the length that counts as an end. */
const endShare = 0.16;

/** Reads the shoes of a cut-out (straight RGBA). */
export async function shoesIn(cutout: Pixels): Promise<ShoePhoto> {
  const factor = Math.min(1, gridSide / Math.max(cutout.width, cutout.height));
  const small = await resizedCutout(cutout, factor);
  const bodies = getBodies(small);
  const shoes = bodies.map((body) => getShoe(cutout, small, body));
  if (shoes.length === 2) return { kind: 'two', shoes };
  return { kind: isLong(small, bodies[0]!) ? 'single' : 'together', shoes };
}

function isLong(small: Pixels, body: Uint8Array): boolean {
  const { along, across } = principalSpread({ ...small, data: withAlpha(small, body) });
  return along / across > minElongation;
}

/** The one or two thick parts; pieces connected by a thread are not part of a shoe. */
function getBodies(small: Pixels): Uint8Array[] {
  const { width, height } = small;
  const mask = new Uint8Array(width * height).map((_, i) => (small.data[i * 4 + 3]! > 127 ? 1 : 0));
  const radius = Math.max(1.5, Math.max(width, height) * thin);
  const thickParts = components(
    erode(withoutBorder(mask, width, height), width, height, radius),
    width,
    height,
  ).sort((p, q) => q.area - p.area);
  const [first, second] = thickParts;
  if (!first) return [mask];
  const chosen = second && second.area > first.area * 0.45 ? [first, second] : [first];
  const bodies = chosen.map(({ pixels }) => {
    const core = new Uint8Array(mask.length);
    for (const i of pixels) core[i] = 1;
    return dilate(core, width, height, radius + 1.5).map((near, i) => (near && mask[i] ? 1 : 0));
  });
  const [body] = bodies;
  return bodies.length === 1 ? [withStraps(mask, body!, width, height)] : bodies;
}

/** Adds straps and thin heels, which are inside the shoe's convex outline or a large part of it. */
function withStraps(mask: Uint8Array, body: Uint8Array, width: number, height: number): Uint8Array {
  const count = (values: Uint8Array): number => values.reduce((sum, value) => sum + value, 0);
  if (count(mask) - count(body) > count(body) * minStrapShare) return mask;
  const hull = getHull(edgePoints(body, width, height));
  return mask.map((value, i) => {
    if (value === 0 || body[i] === 1) return value;
    const at = { x: i % width, y: Math.floor(i / width) };
    return hull.every((a, k) => turn(a, hull[(k + 1) % hull.length]!, at) >= 0) ? 1 : 0;
  });
}

/** Clears the border, which counts as background. */
const withoutBorder = (mask: Uint8Array, width: number, height: number): Uint8Array =>
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

function getShoe(cutout: Pixels, small: Pixels, body: Uint8Array): Shoe {
  const shape = { ...small, data: withAlpha(small, body) };
  const angle = soleAngle(shape);
  const points = turnedPoints(shape, angle);
  const box = getBox(points);
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
    cutout: limitTo(cutout, body, small),
    at,
    length: box.width * k,
    height: box.height * k,
    collar: getCollar(points, box, toe),
  };
}

/** Visible points of the grid relative to its middle, rotated so that the sole is level. */
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

function getBox(points: Point[]): Rect {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { x, y } of points) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return { x: left, y: top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) };
}

/** −1 where the toe points left: that end is thinner, and its half lower. */
function toeSide(points: Point[], { x, y, width, height }: Rect): -1 | 1 {
  let [left, right, more] = [0, 0, 0];
  for (const p of points) {
    const u = (p.x - x) / width;
    if (u < endShare) left++;
    else if (u > 1 - endShare) right++;
    if (p.y < y + height * 0.5) more += u < 0.5 ? -1 : 1;
  }
  const endDifference = (right - left) / Math.max(1, right + left);
  if (Math.abs(endDifference) > 0.05) return endDifference > 0 ? -1 : 1;
  return more > 0 ? -1 : 1;
}

/** Opening for the foot: half-way between the heel's upper end and the tongue, at the height of the edge there. */
function getCollar(points: Point[], { x, y, width, height }: Rect, toe: -1 | 1): { u: number; v: number } {
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

/** The cut-out limited to `body` (at the size of `small`), with its own edge unchanged. */
function limitTo(cutout: Pixels, body: Uint8Array, small: Pixels): Pixels {
  const { width, height } = cutout;
  const size = { width: small.width, height: small.height };
  const blurred = (of: (i: number) => boolean): Plane =>
    softBlur({ data: floats(body.length, (i) => (of(i) ? 1 : 0)), ...size }, 1);
  // The transparent background is left out: it would pull the cut towards itself.
  const kept = blurred((i) => body[i] === 1);
  const removed = blurred((i) => body[i] === 0 && small.data[i * 4 + 3]! >= 128);
  // Without this limit the blur would restore threads.
  const near: Plane = { ...size, data: Float32Array.from(dilate(body, size.width, size.height, 1)) };
  const data = new Uint8Array(cutout.data);
  const [fx, fy] = [small.width / width, small.height / height];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const o = (y * width + x) * 4 + 3;
      if (data[o] === 0) continue;
      const [cx, cy] = [(x + 0.5) * fx - 0.5, (y + 0.5) * fy - 0.5];
      const [own, other] = [sample(kept, cx, cy), sample(removed, cx, cy)];
      const inner = other === 0 ? 1 : clamp((own / (own + other) - 0.5) * 4 + 0.4, 0, 1);
      const share = Math.min(sample(near, cx, cy), inner);
      if (share < 1) data[o] = Math.round(data[o]! * share);
    }
  }
  return { data, width, height };
}
