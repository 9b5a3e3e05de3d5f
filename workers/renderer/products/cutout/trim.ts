import type { Matte } from './matte.ts';

// Opacity below 3 % is invisible; counting it would keep wide empty margins.
const VISIBLE = 8;
const MARGIN = 1;

/** Crops a matte to its visible pixels and a margin of 1 px. Returns undefined when no pixel is visible. */
export function trim(matte: Matte): Matte | undefined {
  const { rgba, width, height } = matte;
  let [x0, y0, x1, y1] = [width, height, -1, -1];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (rgba[(y * width + x) * 4 + 3]! < VISIBLE) continue;
      x0 = Math.min(x0, x);
      x1 = Math.max(x1, x);
      y0 = Math.min(y0, y);
      y1 = y;
    }
  }
  if (x1 < 0) return undefined;
  const left = Math.max(0, x0 - MARGIN);
  const top = Math.max(0, y0 - MARGIN);
  const w = Math.min(width - 1, x1 + MARGIN) - left + 1;
  const h = Math.min(height - 1, y1 + MARGIN) - top + 1;
  const out = Buffer.alloc(w * h * 4);
  for (let y = 0; y < h; y++) {
    const from = ((top + y) * width + left) * 4;
    rgba.copy(out, y * w * 4, from, from + w * 4);
  }
  return { rgba: out, left: matte.left + left, top: matte.top + top, width: w, height: h };
}
