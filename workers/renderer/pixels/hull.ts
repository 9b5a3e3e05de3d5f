import type { Point } from './points.ts';

/** Corners of the convex hull, in order around it. */
export function getHull(points: Point[]): Point[] {
  const sorted = [...points].sort((p, q) => p.x - q.x || p.y - q.y);
  return [...chain(sorted), ...chain([...sorted].reverse())];
}

function chain(points: Point[]): Point[] {
  const line: Point[] = [];
  for (const p of points) {
    while (line.length >= 2 && turn(line.at(-2)!, line.at(-1)!, p) <= 0) line.pop();
    line.push(p);
  }
  return line.slice(0, -1);
}

/** Positive when c lies on the inner side of the hull's edge from a to b. */
export const turn = (a: Point, b: Point, c: Point): number =>
  (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);

/** The pixels on the edge of a mask. */
export function edgePoints(mask: Uint8Array, width: number, height: number): Point[] {
  const points: Point[] = [];
  for (let i = 0; i < mask.length; i++) {
    if (mask[i] === 0) continue;
    const x = i % width;
    const y = (i - x) / width;
    const inner =
      x > 0 &&
      y > 0 &&
      x < width - 1 &&
      y < height - 1 &&
      mask[i - 1] &&
      mask[i + 1] &&
      mask[i - width] &&
      mask[i + width];
    if (!inner) points.push({ x, y });
  }
  return points;
}
