import { blurInto } from './box-blur.ts';
import { findExtent } from './extent.ts';
import type { Pixels } from './pixels.ts';
import type { Plane } from './plane.ts';
import type { Rect } from './rect.ts';

/** The linear model of one neighbourhood that predicts a share from a pixel's color: r·red + g·green + b·blue + offset. */
export interface ColorRule {
  red: Float32Array;
  green: Float32Array;
  blue: Float32Array;
  offset: Float32Array;
  width: number;
  height: number;
}

/** `plane` with its edges moved onto the edges of `image` (guided filter with a color guide, He 2013). */
export const guided = (image: Pixels, plane: Plane, radius: number, epsilon: number): Plane =>
  applied(image, colorRule(image, plane, radius, epsilon));

/** The shares that the rules predict for the image they were fitted to. */
export function applied(image: Pixels, rule: ColorRule): Plane {
  const data = new Float32Array(rule.offset.length);
  for (let i = 0; i < data.length; i++) {
    data[i] =
      (rule.red[i]! * image.data[i * 3]! +
        rule.green[i]! * image.data[i * 3 + 1]! +
        rule.blue[i]! * image.data[i * 3 + 2]!) /
        255 +
      rule.offset[i]!;
  }
  return { data, width: rule.width, height: rule.height };
}

/** The filter's linear models: applied to a larger image they draw the edge with that image's detail. */
export function colorRule(image: Pixels, plane: Plane, radius: number, epsilon: number): ColorRule {
  const { width, height } = plane;
  const n = width * height;
  const whole = { red: new Float32Array(n), green: new Float32Array(n), blue: new Float32Array(n) };
  const rule = { ...whole, offset: new Float32Array(n), width, height };
  const box = getBox(plane, 3 * radius);
  if (!box) return rule;
  const parts = rulesIn(box, image, plane, radius, epsilon);
  [rule.red, rule.green, rule.blue, rule.offset].forEach((into, k) => {
    for (let y = 0; y < box.height; y++) {
      into.set(parts[k]!.subarray(y * box.width, (y + 1) * box.width), (box.y + y) * width + box.x);
    }
  });
  return rule;
}

/** The bounding box of the non-zero values, widened by `margin`: all rules beyond it are zero as well. */
function getBox({ data, width, height }: Plane, margin: number): Rect | undefined {
  const extent = findExtent({ width, height }, (i) => data[i] !== 0);
  if (!extent) return undefined;
  const x = Math.max(0, extent.x - margin);
  const y = Math.max(0, extent.y - margin);
  return {
    x,
    y,
    width: Math.min(width, extent.x + extent.width + margin) - x,
    height: Math.min(height, extent.y + extent.height + margin) - y,
  };
}

/** Means of the colors and of their products in each neighbourhood; they do not depend on the filtered plane. */
interface Statistics {
  radius: number;
  red: Float32Array;
  green: Float32Array;
  blue: Float32Array;
  /** Mean products: red × red, red × green, and so on. */
  rr: Float32Array;
  rg: Float32Array;
  rb: Float32Array;
  gg: Float32Array;
  gb: Float32Array;
  bb: Float32Array;
}

/** Cached: the image of a person guides the outline, the clothes and the bare arms in turn. */
const known = new WeakMap<Uint8Array, Statistics>();

function getStatistics({ data, width, height }: Pixels, radius: number): Statistics {
  const found = known.get(data);
  if (found?.radius === radius) return found;
  const mean = (c: number): Float32Array => {
    const values = new Float32Array(width * height);
    for (let i = 0, k = c; i < values.length; i++, k += 3) values[i] = data[k]! / 255;
    blurInto(values, values, width, height, radius);
    return values;
  };
  const product = (c: number, d: number): Float32Array => {
    const values = new Float32Array(width * height);
    for (let i = 0, k = 0; i < values.length; i++, k += 3)
      values[i] = (data[k + c]! * data[k + d]!) / (255 * 255);
    blurInto(values, values, width, height, radius);
    return values;
  };
  const statistics = {
    radius,
    red: mean(0),
    green: mean(1),
    blue: mean(2),
    rr: product(0, 0),
    rg: product(0, 1),
    rb: product(0, 2),
    gg: product(1, 1),
    gb: product(1, 2),
    bb: product(2, 2),
  };
  known.set(data, statistics);
  return statistics;
}

/** Weights of the three colors, and the offset. */
type Rules = [Float32Array, Float32Array, Float32Array, Float32Array];

function rulesIn(box: Rect, image: Pixels, plane: Plane, radius: number, epsilon: number): Rules {
  const { width, height } = box;
  const rules = [0, 1, 2, 3].map(() => new Float32Array(width * height)) as Rules;
  const [red, green, blue, offset] = rules;
  for (let row = 0, i = 0; row < height; row++) {
    let k = (box.y + row) * plane.width + box.x;
    for (let x = 0; x < width; x++, i++, k++) {
      const share = plane.data[k]!;
      red[i] = (image.data[k * 3]! / 255) * share;
      green[i] = (image.data[k * 3 + 1]! / 255) * share;
      blue[i] = (image.data[k * 3 + 2]! / 255) * share;
      offset[i] = share;
    }
  }
  for (const values of rules) blurInto(values, values, width, height, radius);
  const statistics = getStatistics(image, radius);
  for (let row = 0; row < height; row++)
    solveRow(rules, row * width, width, statistics, (box.y + row) * plane.width + box.x, epsilon);
  for (const values of rules) blurInto(values, values, width, height, radius);
  return rules;
}

/**
 * Solves the 3 × 3 system of each pixel's neighbourhood in place, for `width` rules from index `from` on and the
 * statistics from index `k` on. On entry the rules hold the means of share × color, and of the share.
 */
function solveRow(
  [red, green, blue, offset]: Rules,
  from: number,
  width: number,
  statistics: Statistics,
  k: number,
  epsilon: number,
): void {
  for (let i = from; i < from + width; i++, k++) {
    const mr = statistics.red[k]!;
    const mg = statistics.green[k]!;
    const mb = statistics.blue[k]!;
    const rr = statistics.rr[k]! - mr * mr + epsilon;
    const rg = statistics.rg[k]! - mr * mg;
    const rb = statistics.rb[k]! - mr * mb;
    const gg = statistics.gg[k]! - mg * mg + epsilon;
    const gb = statistics.gb[k]! - mg * mb;
    const bb = statistics.bb[k]! - mb * mb + epsilon;
    const share = offset[i]!;
    const pr = red[i]! - mr * share;
    const pg = green[i]! - mg * share;
    const pb = blue[i]! - mb * share;
    const c00 = gg * bb - gb * gb;
    const c01 = rb * gb - rg * bb;
    const c02 = rg * gb - rb * gg;
    const c11 = rr * bb - rb * rb;
    const c12 = rb * rg - rr * gb;
    const c22 = rr * gg - rg * rg;
    const determinant = rr * c00 + rg * c01 + rb * c02;
    const ar = (c00 * pr + c01 * pg + c02 * pb) / determinant;
    const ag = (c01 * pr + c11 * pg + c12 * pb) / determinant;
    const ab = (c02 * pr + c12 * pg + c22 * pb) / determinant;
    red[i] = ar;
    green[i] = ag;
    blue[i] = ab;
    offset[i] = share - ar * mr - ag * mg - ab * mb;
  }
}
