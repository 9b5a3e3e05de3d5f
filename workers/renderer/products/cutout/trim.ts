import { copyPart, findExtent } from '../../pixels/extent.ts';
import type { Matte } from './matte.ts';

// Opacity below 3 % is invisible; counting it would keep wide empty margins.
const VISIBLE = 8;
const MARGIN = 1;

/** Crops a matte to its visible pixels and a margin of 1 px. Returns undefined when no pixel is visible. */
export function trim(matte: Matte): Matte | undefined {
  const { rgba, width, height } = matte;
  const extent = findExtent(matte, (i) => rgba[i * 4 + 3]! >= VISIBLE);
  if (!extent) return undefined;
  const x = Math.max(0, extent.x - MARGIN);
  const y = Math.max(0, extent.y - MARGIN);
  const size = {
    width: Math.min(width, extent.x + extent.width + MARGIN) - x,
    height: Math.min(height, extent.y + extent.height + MARGIN) - y,
  };
  return {
    rgba: copyPart(rgba, width, { x, y, ...size }),
    left: matte.left + x,
    top: matte.top + y,
    ...size,
  };
}
