import { clamp } from './clamp.ts';
import type { Point } from './points.ts';

/** Output pixels unless a comment says otherwise. */
export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Hard overlap test; rectangles that only touch do not overlap. `gap` widens both. */
export function overlap(a: Rect, b: Rect, gap = 0): boolean {
  return (
    a.x < b.x + b.width + gap &&
    b.x < a.x + a.width + gap &&
    a.y < b.y + b.height + gap &&
    b.y < a.y + a.height + gap
  );
}

/** Share of `covered` that is inside the other. */
export function coveredShare(covered: Rect, by: Rect): number {
  const width = Math.min(covered.x + covered.width, by.x + by.width) - Math.max(covered.x, by.x);
  const height = Math.min(covered.y + covered.height, by.y + by.height) - Math.max(covered.y, by.y);
  return (Math.max(0, width) * Math.max(0, height)) / (covered.width * covered.height);
}

/** Share of a rectangle that is inside the image. */
export const shownShare = (rect: Rect, { width, height }: { width: number; height: number }): number =>
  coveredShare(rect, { x: 0, y: 0, width, height });

/** An area that may be drawn on; it starts at 0, 0 by default. */
export interface Bounds {
  x?: number;
  y?: number;
  width: number;
  height: number;
}

/** Bounds beyond every image. */
export const unbounded: Bounds = { x: -1e6, y: -1e6, width: 2e6, height: 2e6 };

/** Returns the whole pixels of an area that the box around some points touches, at least one. */
export function boxAround(points: Point[], { x: startX = 0, y: startY = 0, ...size }: Bounds): Rect {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of points) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  const [endX, endY] = [startX + size.width, startY + size.height];
  const x = clamp(Math.floor(left), startX, endX - 1);
  const y = clamp(Math.floor(top), startY, endY - 1);
  return {
    x,
    y,
    width: clamp(Math.ceil(right), x + 1, endX) - x,
    height: clamp(Math.ceil(bottom), y + 1, endY) - y,
  };
}

/** Returns a rectangle with a margin, as far as it is inside an area. */
export const withMargin = ({ x, y, width, height }: Rect, pad: number, within: Bounds): Rect =>
  boxAround(
    [
      { x: x - pad, y: y - pad },
      { x: x + width + pad, y: y + height + pad },
    ],
    within,
  );
