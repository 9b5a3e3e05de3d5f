import type { Pixels } from '../types.ts';

/**
 * Continues the colours of a cut-out (straight RGBA) into its transparent parts, opacity untouched: pyramids of
 * ever coarser means are laid under each other. Edges then blend with cloth, not with black.
 */
export function fillOut(image: Pixels): Float32Array {
  const { data, width, height } = image;
  const colours = new Float32Array(width * height * 4);
  for (let i = 0; i < width * height; i++) {
    const weight = data[i * 4 + 3]! >= 250 ? 1 : 0;
    for (let c = 0; c < 3; c++) colours[i * 4 + c] = data[i * 4 + c]! * weight;
    colours[i * 4 + 3] = weight;
  }
  fill(colours, width, height);
  return colours;
}

/** `colours`: weighted colour and weight; every weight becomes 1. */
function fill(colours: Float32Array, width: number, height: number): void {
  if (width > 1 || height > 1) {
    const w = Math.ceil(width / 2);
    const h = Math.ceil(height / 2);
    const coarse = new Float32Array(w * h * 4);
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const from = (y * width + x) * 4;
        const to = ((y >> 1) * w + (x >> 1)) * 4;
        for (let c = 0; c < 4; c++) coarse[to + c]! += colours[from + c]!;
      }
    }
    for (let i = 0; i < coarse.length; i += 4) {
      const weight = coarse[i + 3]!;
      if (weight <= 1) continue;
      for (let c = 0; c < 4; c++) coarse[i + c]! /= weight;
    }
    fill(coarse, w, h);
    underlay(colours, coarse, width, height, w, h);
    return;
  }
  const weight = colours[3]!;
  if (weight > 0) for (let c = 0; c < 3; c++) colours[c]! /= weight;
  colours[3] = 1;
}

/** Lays the coarse colours under the fine ones, read bilinearly: nearest cells would show as blocks. */
function underlay(
  colours: Float32Array,
  coarse: Float32Array,
  width: number,
  height: number,
  w: number,
  h: number,
): void {
  for (let y = 0; y < height; y++) {
    const sy = Math.max(0, Math.min(h - 1, y / 2 - 0.25));
    const y0 = Math.floor(sy);
    const down = y0 + 1 < h ? w * 4 : 0;
    for (let x = 0; x < width; x++) {
      const i = (y * width + x) * 4;
      const missing = 1 - colours[i + 3]!;
      if (missing <= 0) continue;
      const sx = Math.max(0, Math.min(w - 1, x / 2 - 0.25));
      const x0 = Math.floor(sx);
      const right = x0 + 1 < w ? 4 : 0;
      const from = (y0 * w + x0) * 4;
      for (let c = 0; c < 3; c++) {
        const upper = coarse[from + c]! + (coarse[from + right + c]! - coarse[from + c]!) * (sx - x0);
        const low = coarse[from + down + c]!;
        const lower = low + (coarse[from + down + right + c]! - low) * (sx - x0);
        colours[i + c]! += missing * (upper + (lower - upper) * (sy - y0));
      }
      colours[i + 3] = 1;
    }
  }
}
