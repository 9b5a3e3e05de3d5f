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

export function getArea(hull: Point[]): number {
  let twice = 0;
  for (const [k, a] of hull.entries()) {
    const b = hull[(k + 1) % hull.length]!;
    twice += a.x * b.y - b.x * a.y;
  }
  return Math.abs(twice) / 2;
}

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

/** The deepest point of each dent in an outline that is at least `depth` below its hull. */
export function getDents(mask: Uint8Array, width: number, height: number, depth: number): Point[] {
  const edge = edgePoints(mask, width, height);
  const hull = getHull(edge);
  const dents: Point[] = [];
  for (const [k, a] of hull.entries()) {
    const b = hull[(k + 1) % hull.length]!;
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    if (length < depth * 1.5) continue;
    const inwards = { x: -(b.y - a.y) / length, y: (b.x - a.x) / length };
    let deepest: Point | undefined;
    let maxDepth = depth;
    for (let t = 1; t < length; t++) {
      const start = { x: a.x + ((b.x - a.x) * t) / length, y: a.y + ((b.y - a.y) * t) / length };
      const d = reach(mask, width, height, start, inwards);
      if (d <= maxDepth) continue;
      maxDepth = d;
      deepest = { x: start.x + inwards.x * d, y: start.y + inwards.y * d };
    }
    if (deepest) dents.push({ x: Math.round(deepest.x), y: Math.round(deepest.y) });
  }
  return dents;
}

function reach(mask: Uint8Array, width: number, height: number, from: Point, direction: Point): number {
  for (let d = 0; d < width + height; d++) {
    const x = Math.round(from.x + direction.x * d);
    const y = Math.round(from.y + direction.y * d);
    if (x < 0 || y < 0 || x >= width || y >= height) return 0;
    if (mask[y * width + x]) return d;
  }
  return 0;
}
