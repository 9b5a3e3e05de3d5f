import { floats } from '../../pixels/arrays.ts';
import { boxBlur } from '../../pixels/box-blur.ts';
import { distanceTo } from '../../pixels/distance.ts';

/** Three planes of one color space at analysis size: sRGB bytes or Lab. */
export type ColorPlanes = readonly [Float32Array, Float32Array, Float32Array];

const RADIUS = 5;
const SOLID_DEPTH = 2.5;
const WIDE_SHARE = 0.02;
// Running sums leave residues of 1e-10 where all weights are 0.
const EMPTY = 1e-6;

/**
 * Mean color of the nearby product pixels (`inside` true) or background pixels around each pixel. Pixels next to the
 * outline have little weight because they are a mix of both.
 */
export function localColor(
  colors: ColorPlanes,
  mask: Uint8Array,
  width: number,
  height: number,
  inside: boolean,
): ColorPlanes {
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
  return [mean(colors[0]), mean(colors[1]), mean(colors[2])];
}

/** The near mean plus a small share of the wide one, which takes over seamlessly where the near one is empty. */
function nearAndWide(plane: Float32Array, width: number, height: number): Float32Array {
  const near = boxBlur(plane, width, height, RADIUS);
  const wide = boxBlur(near, width, height, 4 * RADIUS);
  for (let i = 0; i < near.length; i++) near[i]! += WIDE_SHARE * wide[i]!;
  return near;
}

/** Interleaved sRGB bytes as planes. */
export function getPlanes(rgb: Buffer): ColorPlanes {
  const plane = (c: number) => floats(rgb.length / 3, (i) => rgb[i * 3 + c]!);
  return [plane(0), plane(1), plane(2)];
}
