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
  const depth = distanceTo(other, width, height);
  const weight = depth.map((d) => (d <= 0 ? 0 : 0.01 + Math.min(1, (d - 1) / SOLID_DEPTH) ** 2));
  const planes = colours.map((plane) => weight.map((w, i) => w * plane[i]!));
  const near = [weight, ...planes].map((plane) => boxBlur(plane, width, height, RADIUS));
  const wide = near.map((plane) => boxBlur(plane, width, height, 4 * RADIUS));
  const mean = (c: number) =>
    near[c]!.map((value, i) => {
      // Where the neighbourhood is nearly empty the wide mean takes over without a seam.
      const total = near[0]![i]! + WIDE_SHARE * wide[0]![i]!;
      return total < EMPTY ? 0 : (value + WIDE_SHARE * wide[c]![i]!) / total;
    });
  return [mean(1), mean(2), mean(3)];
}

/** Interleaved sRGB bytes as planes. */
export function planesOf(rgb: Buffer): ColourPlanes {
  const plane = (c: number) => Float32Array.from({ length: rgb.length / 3 }, (_, i) => rgb[i * 3 + c]!);
  return [plane(0), plane(1), plane(2)];
}

/** Mean over a (2·radius+1)² window, clipped at the border. */
export function boxBlur(plane: Float32Array, width: number, height: number, radius: number): Float32Array {
  const across = new Float32Array(plane.length);
  blurLines(plane, across, height, width, width, 1, radius);
  const out = new Float32Array(plane.length);
  blurLines(across, out, width, height, 1, width, radius);
  return out;
}

function blurLines(
  from: Float32Array,
  to: Float32Array,
  lines: number,
  length: number,
  lineStep: number,
  step: number,
  radius: number,
): void {
  for (let line = 0; line < lines; line++) {
    const base = line * lineStep;
    let sum = 0;
    for (let k = 0; k < Math.min(radius, length); k++) sum += from[base + k * step]!;
    for (let k = 0; k < length; k++) {
      if (k + radius < length) sum += from[base + (k + radius) * step]!;
      if (k - radius - 1 >= 0) sum -= from[base + (k - radius - 1) * step]!;
      to[base + k * step] = sum / (Math.min(length - 1, k + radius) - Math.max(0, k - radius) + 1);
    }
  }
}
