import { findExtent } from '../../pixels/extent.ts';
import type { Matte } from './matte.ts';

// Opacity below 3 % is invisible; counting it would keep wide empty margins.
const VISIBLE = 8;
const MARGIN = 1;

/** Crops a matte to its visible pixels and a margin of 1 px. Returns undefined when no pixel is visible. */
export function trim(matte: Matte): Matte | undefined {
  const { rgba, width, height } = matte;
  const extent = findExtent(matte, (i) => rgba[i * 4 + 3]! >= VISIBLE);
  if (!extent) return undefined;
  const left = Math.max(0, extent.x - MARGIN);
  const top = Math.max(0, extent.y - MARGIN);
  const w = Math.min(width, extent.x + extent.width + MARGIN) - left;
  const h = Math.min(height, extent.y + extent.height + MARGIN) - top;
  const out = Buffer.alloc(w * h * 4);
  for (let y = 0; y < h; y++) {
    const from = ((top + y) * width + left) * 4;
    rgba.copy(out, y * w * 4, from, from + w * 4);
  }
  return { rgba: out, left: matte.left + left, top: matte.top + top, width: w, height: h };
}
