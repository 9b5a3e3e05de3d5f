import type { Rect } from './rect.ts';

/** Returns the smallest rectangle of an image around the pixels that pass a test; undefined where none does. */
export function findExtent(
  { width, height }: { width: number; height: number },
  test: (index: number) => boolean,
): Rect | undefined {
  let [left, right, top, bottom] = [width, -1, height, -1];
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (!test(i)) continue;
      if (x < left) left = x;
      if (x > right) right = x;
      if (top === height) top = y;
      bottom = y;
    }
  }
  if (bottom < 0) return undefined;
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

/** Copies a part of an image of four channels. */
export function copyPart(data: Uint8Array, columns: number, { x, y, width, height }: Rect): Buffer {
  const out = Buffer.alloc(width * height * 4);
  for (let row = 0; row < height; row++) {
    const from = ((y + row) * columns + x) * 4;
    out.set(data.subarray(from, from + width * 4), row * width * 4);
  }
  return out;
}
