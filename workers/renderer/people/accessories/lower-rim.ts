import type { Pixels } from '../../pixels/pixels.ts';
import type { Point } from '../../pixels/points.ts';

/**
 * Slope of the straight lower side, radians: hats and shoes are often photographed at an angle; 0 without a
 * straight side.
 */
export function rimAngle(cutout: Pixels): number {
  const hull = lowerHull(cutout);
  const edges = hull.slice(1).map((b, k) => edge(hull[k]!, b));
  const best = edges.filter(({ slope }) => Math.abs(slope) < 0.9).sort((p, q) => q.length - p.length)[0];
  return best && best.length > cutout.width * 0.3 ? best.slope : 0;
}

/** The same for a slightly curved side such as a sole: the mean of the edges within 15° of the longest. */
export function soleAngle(cutout: Pixels): number {
  const hull = lowerHull(cutout);
  const edges = hull.slice(1).map((b, k) => edge(hull[k]!, b));
  const best = edges.filter(({ slope }) => Math.abs(slope) < 0.9).sort((p, q) => q.length - p.length)[0];
  if (!best) return 0;
  const similar = edges.filter(({ slope }) => Math.abs(slope - best.slope) < 0.26);
  const length = similar.reduce((sum, e) => sum + e.length, 0);
  return similar.reduce((sum, e) => sum + e.slope * e.length, 0) / length;
}

function edge(a: Point, b: Point): { slope: number; length: number } {
  const slope = Math.atan2(b.y - a.y, b.x - a.x);
  return { slope, length: Math.hypot(b.x - a.x, b.y - a.y) * Math.cos(slope) };
}

/** Corners of the convex hull's lower side, left to right. */
function lowerHull({ data, width, height }: Pixels): Point[] {
  const hull: Point[] = [];
  for (let x = 0; x < width; x += 2) {
    let y = height - 1;
    while (y >= 0 && data[(y * width + x) * 4 + 3]! < 128) y--;
    if (y < 0) continue;
    while (hull.length >= 2 && turn(hull.at(-2)!, hull.at(-1)!, { x, y }) >= 0) hull.pop();
    hull.push({ x, y });
  }
  return hull;
}

const turn = (a: Point, b: Point, c: Point): number => (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
