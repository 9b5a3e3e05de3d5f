import { boxBlur } from '../cutout/local-colour.ts';
import type { Plane } from '../plane.ts';
import type { Pixels } from '../types.ts';

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
  const channels = [0, 1, 2].map((c) =>
    Float32Array.from({ length: n }, (_, i) => image.data[i * 3 + c]! / 255),
  );
  const mean = (values: Float32Array) => boxBlur(values, width, height, radius);
  const product = (p: Float32Array, q: Float32Array) => mean(p.map((value, i) => value * q[i]!));
  const [r, g, b] = channels as [Float32Array, Float32Array, Float32Array];
  const means = [mean(r), mean(g), mean(b)] as const;
  const share = mean(plane.data);
  const squares = [
    product(r, r),
    product(r, g),
    product(r, b),
    product(g, g),
    product(g, b),
    product(b, b),
  ] as const;
  const withShare = [product(r, plane.data), product(g, plane.data), product(b, plane.data)] as const;
  const out = [new Float32Array(n), new Float32Array(n), new Float32Array(n), new Float32Array(n)] as const;
  for (let i = 0; i < n; i++) {
    const mr = means[0][i]!;
    const mg = means[1][i]!;
    const mb = means[2][i]!;
    const rr = squares[0][i]! - mr * mr + epsilon;
    const rg = squares[1][i]! - mr * mg;
    const rb = squares[2][i]! - mr * mb;
    const gg = squares[3][i]! - mg * mg + epsilon;
    const gb = squares[4][i]! - mg * mb;
    const bb = squares[5][i]! - mb * mb + epsilon;
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
    out[0][i] = ar;
    out[1][i] = ag;
    out[2][i] = ab;
    out[3][i] = share[i]! - ar * mr - ag * mg - ab * mb;
  }
  const [red, green, blue, offset] = out.map(mean) as [
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  return { red, green, blue, offset, width, height };
}
