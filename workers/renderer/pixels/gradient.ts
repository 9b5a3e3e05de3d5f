import type { LabImage } from './lab.ts';

/** Magnitude of the color gradient at each pixel (Sobel over Lab, in Lab units per pixel). */
export function gradient(image: LabImage): Float32Array {
  const { width, height } = image;
  const out = new Float32Array(width * height);
  for (const [plane, weight] of [
    [image.l, 1],
    [image.a, 0.7],
    [image.b, 0.7],
  ] as const) {
    addSquaredSobel(plane, width, height, weight, out);
  }
  for (let i = 0; i < out.length; i++) out[i] = Math.sqrt(out[i]!);
  return out;
}

function addSquaredSobel(p: Float32Array, width: number, height: number, weight: number, out: Float32Array) {
  for (let y = 0; y < height; y++) {
    const up = Math.max(0, y - 1) * width;
    const row = y * width;
    const down = Math.min(height - 1, y + 1) * width;
    for (let x = 0; x < width; x++) {
      const l = x > 0 ? x - 1 : x;
      const r = x < width - 1 ? x + 1 : x;
      const dx = p[up + r]! + 2 * p[row + r]! + p[down + r]! - p[up + l]! - 2 * p[row + l]! - p[down + l]!;
      const dy = p[down + l]! + 2 * p[down + x]! + p[down + r]! - p[up + l]! - 2 * p[up + x]! - p[up + r]!;
      out[row + x]! += ((dx * dx + dy * dy) * weight) / 64;
    }
  }
}
