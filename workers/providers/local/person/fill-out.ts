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
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const i = (y * width + x) * 4;
        const missing = 1 - colours[i + 3]!;
        if (missing <= 0) continue;
        const from = ((y >> 1) * w + (x >> 1)) * 4;
        for (let c = 0; c < 3; c++) colours[i + c]! += missing * coarse[from + c]!;
        colours[i + 3] = 1;
      }
    }
    return;
  }
  const weight = colours[3]!;
  if (weight > 0) for (let c = 0; c < 3; c++) colours[c]! /= weight;
  colours[3] = 1;
}
