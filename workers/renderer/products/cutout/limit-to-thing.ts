import type { Rect } from '../../pixels/rect.ts';
import type { Matte } from './matte.ts';

/** A thing's box is exact to about this share of its size. */
const inexact = 0.04;
/** From this share of the thing's size on, other things beside and above it are cut off. */
const beyond = 0.07;

/**
 * Cuts off what the photo shows beside and above a piece of furniture, such as a plant or a balloon: its size is that of
 * the furniture alone. Its lower edge stays: legs are thin.
 */
export function limitTo(thing: Rect, matte: Matte): Matte {
  const { rgba, width, height, left, top } = matte;
  const from = thing.x - left;
  const to = from + thing.width;
  const high = thing.y - top;
  const x = from > beyond * thing.width ? Math.round(from - inexact * thing.width) : 0;
  const y = high > beyond * thing.height ? Math.round(high - inexact * thing.height) : 0;
  const right = width - to > beyond * thing.width ? Math.round(to + inexact * thing.width) : width;
  const area = { width: right - x, height: height - y };
  const out = Buffer.alloc(area.width * area.height * 4);
  for (let row = 0; row < area.height; row++) {
    const start = ((y + row) * width + x) * 4;
    rgba.copy(out, row * area.width * 4, start, start + area.width * 4);
  }
  return { rgba: out, ...area, left: left + x, top: top + y };
}
