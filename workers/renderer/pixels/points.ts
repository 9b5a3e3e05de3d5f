/** A point in pixels of the scene or of an image, as the caller defines. */
export interface Point {
  x: number;
  y: number;
}

export const point = ({ x, y }: Point): Point => ({ x, y });
export const distance = (a: Point, b: Point): number => length(a.x - b.x, a.y - b.y);
/** `Math.hypot` takes ten times as long, and these run for every pixel of a person. */
const length = (x: number, y: number): number => Math.sqrt(x * x + y * y);
export const midway = (a: Point, b: Point): Point => between(a, b, 0.5);
export const between = (a: Point, b: Point, share: number): Point => ({
  x: a.x + (b.x - a.x) * share,
  y: a.y + (b.y - a.y) * share,
});
export const plus = (a: Point, b: Point, times = 1): Point => ({
  x: a.x + b.x * times,
  y: a.y + b.y * times,
});
export const unitVector = (from: Point, to: Point): Point => normal({ x: to.x - from.x, y: to.y - from.y });
export function normal({ x, y }: Point): Point {
  const far = length(x, y);
  return far < 1e-6 ? { x: 0, y: 1 } : { x: x / far, y: y / far };
}

/** Distance of `p` from the segment a–b. */
export function fromSegment(p: Point, a: Point, b: Point): number {
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  const square = dx * dx + dy * dy;
  const share = square === 0 ? 0 : Math.max(0, Math.min(1, ((p.x - a.x) * dx + (p.y - a.y) * dy) / square));
  return length(p.x - a.x - dx * share, p.y - a.y - dy * share);
}

/** Position of a point projected on the line from a to b: 0 at a, 1 at b. */
export function shareAlong(p: Point, a: Point, b: Point): number {
  const square = (b.x - a.x) ** 2 + (b.y - a.y) ** 2;
  return ((p.x - a.x) * (b.x - a.x) + (p.y - a.y) * (b.y - a.y)) / Math.max(1, square);
}

/** The centre of pixel `i` of a plane, in scene pixels. */
export const placeAt = (i: number, width: number, scale: number): Point => ({
  x: ((i % width) + 0.5) / scale,
  y: (Math.floor(i / width) + 0.5) / scale,
});
