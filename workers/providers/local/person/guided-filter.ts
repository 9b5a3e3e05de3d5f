import { boxBlur } from '../box-blur.ts';
import type { Plane } from '../plane.ts';
import type { Pixels, Rect } from '../types.ts';

/** How a share follows from a pixel's colour in one neighbourhood: share = r·red + g·green + b·blue + offset. */
export interface ColourRule {
  red: Float32Array;
  green: Float32Array;
  blue: Float32Array;
  offset: Float32Array;
  width: number;
  height: number;
}

/** `plane` with its edges moved onto the edges of `image` (guided filter with a colour guide, He 2013). */
export const guided = (image: Pixels, plane: Plane, radius: number, epsilon: number): Plane =>
  applied(image, colourRule(image, plane, radius, epsilon));

/** What the rules say of each pixel of the image they were made from. */
export function applied(image: Pixels, rule: ColourRule): Plane {
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

/** The filter's linear rules themselves: read at a larger size they draw the edge at that size's detail. */
export function colourRule(image: Pixels, plane: Plane, radius: number, epsilon: number): ColourRule {
  const { width, height } = plane;
  const n = width * height;
  const whole = { red: new Float32Array(n), green: new Float32Array(n), blue: new Float32Array(n) };
  const rule = { ...whole, offset: new Float32Array(n), width, height };
  const box = boxOf(plane, 3 * radius);
  if (!box) return rule;
  const parts = rulesIn(box, image, plane, radius, epsilon);
  [rule.red, rule.green, rule.blue, rule.offset].forEach((into, k) => {
    for (let y = 0; y < box.height; y++) {
      into.set(parts[k]!.subarray(y * box.width, (y + 1) * box.width), (box.y + y) * width + box.x);
    }
  });
  return rule;
}

/** What is not nothing, and `margin` round it: all rules beyond are nothing as well. */
function boxOf({ data, width, height }: Plane, margin: number): Rect | undefined {
  let [left, right, top, bottom] = [width, -1, height, -1];
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (data[i] === 0) continue;
      if (x < left) left = x;
      if (x > right) right = x;
      if (top === height) top = y;
      bottom = y;
    }
  }
  if (bottom < 0) return undefined;
  const x = Math.max(0, left - margin);
  const y = Math.max(0, top - margin);
  return {
    x,
    y,
    width: Math.min(width, right + margin + 1) - x,
    height: Math.min(height, bottom + margin + 1) - y,
  };
}

/** Means of the colours and of their products in each neighbourhood, which do not depend on what is filtered. */
interface Statistics {
  radius: number;
  channels: Triple;
  means: Triple;
  /** Of red and red, red and green, red and blue, green and green, green and blue, blue and blue. */
  squares: Float32Array[];
}

/** A person's picture guides the outline, the clothes and the bare arms one after the other. */
const known = new WeakMap<Uint8Array, Statistics>();

function statisticsOf({ data, width, height }: Pixels, radius: number): Statistics {
  const found = known.get(data);
  if (found?.radius === radius) return found;
  const channels = [0, 1, 2].map(() => new Float32Array(width * height)) as Triple;
  const [r, g, b] = channels;
  for (let i = 0; i < r.length; i++) {
    r[i] = data[i * 3]! / 255;
    g[i] = data[i * 3 + 1]! / 255;
    b[i] = data[i * 3 + 2]! / 255;
  }
  const mean = (values: Float32Array): Float32Array => boxBlur(values, width, height, radius);
  const scratch = new Float32Array(r.length);
  const product = (p: Float32Array, q: Float32Array): Float32Array => {
    for (let i = 0; i < scratch.length; i++) scratch[i] = p[i]! * q[i]!;
    return mean(scratch);
  };
  const means = [mean(r), mean(g), mean(b)] as Triple;
  const squares = [product(r, r), product(r, g), product(r, b), product(g, g), product(g, b), product(b, b)];
  const statistics = { radius, channels, means, squares };
  known.set(data, statistics);
  return statistics;
}

function rulesIn(box: Rect, image: Pixels, plane: Plane, radius: number, epsilon: number): Float32Array[] {
  const { width, height } = box;
  const cut = (values: Float32Array): Float32Array => cutTo(box, values, plane.width);
  const statistics = statisticsOf(image, radius);
  const share = cut(plane.data);
  const mean = (values: Float32Array): Float32Array => boxBlur(values, width, height, radius);
  const withShare = statistics.channels.map((channel) => {
    const product = cut(channel);
    for (let i = 0; i < product.length; i++) product[i]! *= share[i]!;
    return mean(product);
  }) as Triple;
  const means = statistics.means.map(cut) as Triple;
  return solved(means, statistics.squares.map(cut), withShare, mean(share), epsilon).map(mean);
}

function cutTo({ x, y, width, height }: Rect, values: Float32Array, stride: number): Float32Array {
  const out = new Float32Array(width * height);
  for (let row = 0; row < height; row++) {
    const from = (y + row) * stride + x;
    out.set(values.subarray(from, from + width), row * width);
  }
  return out;
}

type Triple = [Float32Array, Float32Array, Float32Array];

/** Solves the 3 × 3 system of each pixel's neighbourhood: weights of the colours, and the offset. */
function solved(
  means: Triple,
  squares: Float32Array[],
  withShare: Triple,
  share: Float32Array,
  epsilon: number,
): Float32Array[] {
  const out = [0, 1, 2, 3].map(() => new Float32Array(share.length));
  const [sRR, sRG, sRB, sGG, sGB, sBB] = squares as [
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  const [outR, outG, outB, outOffset] = out as [Float32Array, Float32Array, Float32Array, Float32Array];
  for (let i = 0; i < share.length; i++) {
    const mr = means[0][i]!;
    const mg = means[1][i]!;
    const mb = means[2][i]!;
    const rr = sRR[i]! - mr * mr + epsilon;
    const rg = sRG[i]! - mr * mg;
    const rb = sRB[i]! - mr * mb;
    const gg = sGG[i]! - mg * mg + epsilon;
    const gb = sGB[i]! - mg * mb;
    const bb = sBB[i]! - mb * mb + epsilon;
    const pr = withShare[0][i]! - mr * share[i]!;
    const pg = withShare[1][i]! - mg * share[i]!;
    const pb = withShare[2][i]! - mb * share[i]!;
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
    outR[i] = ar;
    outG[i] = ag;
    outB[i] = ab;
    outOffset[i] = share[i]! - ar * mr - ag * mg - ab * mb;
  }
  return out;
}
