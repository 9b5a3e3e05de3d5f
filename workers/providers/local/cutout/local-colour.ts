import { distanceTo } from './distance.ts';

/** Three planes of one colour space at analysis size: sRGB bytes or Lab. */
export type ColourPlanes = readonly [Float32Array, Float32Array, Float32Array];

const RADIUS = 5;
const SOLID_DEPTH = 2.5;
const WIDE_SHARE = 0.02;
// Running sums leave residues of 1e-10 where there is nothing.
const EMPTY = 1e-6;

/**
 * Mean colour of the nearby product (`inside` true) or ground pixels around each pixel. Pixels next to
 * the outline count little, for they are already a mix of both.
 */
export function localColour(
  colours: ColourPlanes,
  mask: Uint8Array,
  width: number,
  height: number,
  inside: boolean,
): ColourPlanes {
  const other = mask.map((value) => (Boolean(value) === inside ? 0 : 1));
  const weight = distanceTo(other, width, height);
  for (let i = 0; i < weight.length; i++) {
    const d = weight[i]!;
    weight[i] = d <= 0 ? 0 : 0.01 + Math.min(1, (d - 1) / SOLID_DEPTH) ** 2;
  }
  const total = nearAndWide(weight, width, height);
  const mean = (plane: Float32Array) => {
    const weighted = new Float32Array(plane.length);
    for (let i = 0; i < weighted.length; i++) weighted[i] = weight[i]! * plane[i]!;
    const out = nearAndWide(weighted, width, height);
    for (let i = 0; i < out.length; i++) out[i] = total[i]! < EMPTY ? 0 : out[i]! / total[i]!;
    return out;
  };
  return [mean(colours[0]), mean(colours[1]), mean(colours[2])];
}

/** The near mean, and a trace of the wide one that takes over without a seam where the near one is empty. */
function nearAndWide(plane: Float32Array, width: number, height: number): Float32Array {
  const near = boxBlur(plane, width, height, RADIUS);
  const wide = boxBlur(near, width, height, 4 * RADIUS);
  for (let i = 0; i < near.length; i++) near[i]! += WIDE_SHARE * wide[i]!;
  return near;
}

/** Interleaved sRGB bytes as planes. */
export function planesOf(rgb: Buffer): ColourPlanes {
  const plane = (c: number) => Float32Array.from({ length: rgb.length / 3 }, (_, i) => rgb[i * 3 + c]!);
  return [plane(0), plane(1), plane(2)];
}

/** Mean over a (2·radius+1)² window, clipped at the border. */
export function boxBlur(plane: Float32Array, width: number, height: number, radius: number): Float32Array {
  return blurDown(blurAcross(plane, width, height, radius), width, height, radius);
}

function blurAcross(plane: Float32Array, width: number, height: number, radius: number): Float32Array {
  const out = new Float32Array(plane.length);
  for (let base = 0; base < width * height; base += width) {
    let inside = Math.min(radius, width);
    let sum = 0;
    for (let x = 0; x < inside; x++) sum += plane[base + x]!;
    for (let x = 0; x < width; x++) {
      if (x + radius < width) {
        sum += plane[base + x + radius]!;
        inside++;
      }
      if (x > radius) {
        sum -= plane[base + x - radius - 1]!;
        inside--;
      }
      out[base + x] = sum / inside;
    }
  }
  return out;
}

/** All columns side by side, a row at a time: down one column after the other every read misses the cache. */
function blurDown(plane: Float32Array, width: number, height: number, radius: number): Float32Array {
  const out = new Float32Array(plane.length);
  const sums = new Float64Array(width);
  let inside = 0;
  const add = (y: number, sign: 1 | -1): void => {
    const base = y * width;
    for (let x = 0; x < width; x++) sums[x]! += sign * plane[base + x]!;
    inside += sign;
  };
  for (let y = 0; y < Math.min(radius, height); y++) add(y, 1);
  for (let y = 0; y < height; y++) {
    if (y + radius < height) add(y + radius, 1);
    if (y > radius) add(y - radius - 1, -1);
    const base = y * width;
    for (let x = 0; x < width; x++) out[base + x] = sums[x]! / inside;
  }
  return out;
}
