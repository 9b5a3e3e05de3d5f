import type { Pixels } from './pixels.ts';

/** From this opacity on a pixel is product only; edge pixels are mixed with the photo's background. */
const opaque = 250;

/**
 * Continues the colors of a cut-out (straight RGBA) into its transparent parts with a pyramid of ever coarser means,
 * so that edges blend with cloth and not with black. Four bytes a pixel, the last the unchanged opacity: as floats
 * these took 40 MB of a render.
 */
export function fillOut(image: Pixels): Uint8ClampedArray {
  const { data, width, height } = image;
  const colors = new Uint8ClampedArray(width * height * 4);
  const w = Math.ceil(width / 2);
  const h = Math.ceil(height / 2);
  const coarse = halved(image, w, h);
  fill(coarse, w, h);
  const below = new Float32Array(3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = (y * width + x) * 4;
      const own = data[i + 3]! >= opaque;
      if (!own) readCoarse(coarse, w, h, x, y, below);
      for (let c = 0; c < 3; c++) colors[i + c] = own ? data[i + c]! : below[c]!;
      colors[i + 3] = data[i + 3]!;
    }
  }
  return colors;
}

/** Mean colors of the opaque pixels of each 2 × 2 block, with weight 1 where there is at least one. */
function halved({ data, width, height }: Pixels, w: number, h: number): Float32Array {
  const coarse = new Float32Array(w * h * 4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = (y * width + x) * 4;
      if (data[from + 3]! < opaque) continue;
      const to = ((y >> 1) * w + (x >> 1)) * 4;
      for (let c = 0; c < 3; c++) coarse[to + c]! += data[from + c]!;
      coarse[to + 3]!++;
    }
  }
  normalise(coarse);
  return coarse;
}

/** Turns sums and sample counts into means and weights of at most 1. */
function normalise(coarse: Float32Array): void {
  for (let i = 0; i < coarse.length; i += 4) {
    const weight = coarse[i + 3]!;
    if (weight <= 1) continue;
    for (let c = 0; c < 4; c++) coarse[i + c]! /= weight;
  }
}

/** Takes weighted colors and their weights; every weight becomes 1. */
function fill(colors: Float32Array, width: number, height: number): void {
  if (width > 1 || height > 1) {
    const w = Math.ceil(width / 2);
    const h = Math.ceil(height / 2);
    const coarse = new Float32Array(w * h * 4);
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const from = (y * width + x) * 4;
        const to = ((y >> 1) * w + (x >> 1)) * 4;
        for (let c = 0; c < 4; c++) coarse[to + c]! += colors[from + c]!;
      }
    }
    normalise(coarse);
    fill(coarse, w, h);
    underlay(colors, coarse, width, height, w, h);
    return;
  }
  const weight = colors[3]!;
  if (weight > 0) for (let c = 0; c < 3; c++) colors[c]! /= weight;
  colors[3] = 1;
}

/** Composes the fine colors over the coarse ones. */
function underlay(
  colors: Float32Array,
  coarse: Float32Array,
  width: number,
  height: number,
  w: number,
  h: number,
): void {
  const below = new Float32Array(3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = (y * width + x) * 4;
      const missing = 1 - colors[i + 3]!;
      if (missing <= 0) continue;
      readCoarse(coarse, w, h, x, y, below);
      for (let c = 0; c < 3; c++) colors[i + c]! += missing * below[c]!;
      colors[i + 3] = 1;
    }
  }
}

/** The coarser colors at a finer pixel, read bilinearly: nearest cells would show as blocks. */
function readCoarse(
  coarse: Float32Array,
  w: number,
  h: number,
  x: number,
  y: number,
  out: Float32Array,
): void {
  const sx = Math.max(0, Math.min(w - 1, x / 2 - 0.25));
  const sy = Math.max(0, Math.min(h - 1, y / 2 - 0.25));
  const x0 = Math.floor(sx);
  const y0 = Math.floor(sy);
  const right = x0 + 1 < w ? 4 : 0;
  const down = y0 + 1 < h ? w * 4 : 0;
  const from = (y0 * w + x0) * 4;
  for (let c = 0; c < 3; c++) {
    const upper = coarse[from + c]! + (coarse[from + right + c]! - coarse[from + c]!) * (sx - x0);
    const low = coarse[from + down + c]!;
    const lower = low + (coarse[from + down + right + c]! - low) * (sx - x0);
    out[c] = upper + (lower - upper) * (sy - y0);
  }
}
