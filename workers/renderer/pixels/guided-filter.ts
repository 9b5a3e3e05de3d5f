import { floats } from './arrays.ts';
import { boxBlur } from './box-blur.ts';
import type { Pixels } from './pixels.ts';
import type { Plane } from './plane.ts';

/**
 * `plane` with its edges moved onto the edges of `image` (guided filter with a color guide, He 2013): in each
 * neighbourhood a linear model predicts the share from the color.
 */
export function guided({ data }: Pixels, plane: Plane, radius: number, epsilon: number): Plane {
  const { width, height } = plane;
  const n = width * height;
  const mean = (value: (i: number) => number): Float32Array => {
    const values = floats(n, value);
    return boxBlur(values, width, height, radius, 'clipped', values);
  };
  const share = plane.data;
  const red = floats(n, (i) => data[i * 3]! / 255);
  const green = floats(n, (i) => data[i * 3 + 1]! / 255);
  const blue = floats(n, (i) => data[i * 3 + 2]! / 255);
  const product = (a: Float32Array, b: Float32Array) => mean((i) => a[i]! * b[i]!);
  const [mr, mg, mb, ms] = [red, green, blue, share].map((values) => mean((i) => values[i]!)) as Quad;
  const [rr, gg, bb] = [product(red, red), product(green, green), product(blue, blue)];
  const [rg, rb, gb] = [product(red, green), product(red, blue), product(green, blue)];
  // On entry the means of share × color, and of the share; solved in place, they become the weights and the offset.
  const rules: Quad = [product(red, share), product(green, share), product(blue, share), ms];
  const [r, g, b, offset] = rules;
  for (let i = 0; i < n; i++) {
    const [x, y, z, s] = [mr[i]!, mg[i]!, mb[i]!, ms[i]!];
    const xx = rr[i]! - x * x + epsilon;
    const xy = rg[i]! - x * y;
    const xz = rb[i]! - x * z;
    const yy = gg[i]! - y * y + epsilon;
    const yz = gb[i]! - y * z;
    const zz = bb[i]! - z * z + epsilon;
    const [px, py, pz] = [r[i]! - x * s, g[i]! - y * s, b[i]! - z * s];
    const [c00, c01, c02] = [yy * zz - yz * yz, xz * yz - xy * zz, xy * yz - xz * yy];
    const [c11, c12, c22] = [xx * zz - xz * xz, xy * xz - xx * yz, xx * yy - xy * xy];
    const determinant = xx * c00 + xy * c01 + xz * c02;
    const ar = (c00 * px + c01 * py + c02 * pz) / determinant;
    const ag = (c01 * px + c11 * py + c12 * pz) / determinant;
    const ab = (c02 * px + c12 * py + c22 * pz) / determinant;
    r[i] = ar;
    g[i] = ag;
    b[i] = ab;
    offset[i] = s - ar * x - ag * y - ab * z;
  }
  for (const rule of rules) boxBlur(rule, width, height, radius, 'clipped', rule);
  return {
    data: floats(n, (i) => r[i]! * red[i]! + g[i]! * green[i]! + b[i]! * blue[i]! + offset[i]!),
    width,
    height,
  };
}

type Quad = [Float32Array, Float32Array, Float32Array, Float32Array];
