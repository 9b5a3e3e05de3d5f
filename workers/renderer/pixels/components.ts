import type { Rect } from './rect.ts';

export interface Component {
  /** Pixel indices. */
  pixels: number[];
  area: number;
  box: Rect;
}

/** 4-connected components of the non-zero pixels, in reading order of their first pixel. */
export function components(mask: Uint8Array, width: number, height: number): Component[] {
  const seen = new Uint8Array(mask.length);
  const found: Component[] = [];
  for (let start = 0; start < width * height; start++) {
    if (mask[start] === 0 || seen[start] === 1) continue;
    const pixels = grow(mask, seen, start, width);
    found.push({ pixels, area: pixels.length, box: boxOf(pixels, width) });
  }
  return found;
}

function grow(mask: Uint8Array, seen: Uint8Array, start: number, width: number): number[] {
  const pixels = [start];
  seen[start] = 1;
  const visit = (i: number) => {
    if (mask[i] === 0 || seen[i] === 1) return;
    seen[i] = 1;
    pixels.push(i);
  };
  for (let head = 0; head < pixels.length; head++) {
    const i = pixels[head]!;
    const x = i % width;
    if (x > 0) visit(i - 1);
    if (x < width - 1) visit(i + 1);
    if (i >= width) visit(i - width);
    if (i + width < mask.length) visit(i + width);
  }
  return pixels;
}

function boxOf(pixels: number[], width: number): Rect {
  let left = width;
  let right = 0;
  for (const i of pixels) {
    left = Math.min(left, i % width);
    right = Math.max(right, i % width);
  }
  const top = Math.floor(pixels.reduce((low, i) => Math.min(low, i), Number.POSITIVE_INFINITY) / width);
  const bottom = Math.floor(pixels.reduce((high, i) => Math.max(high, i), 0) / width);
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}
