import type { Triangle } from './mesh.ts';
import type { Rect } from './rect.ts';
import { invisible } from './sound-mesh.ts';

/** A pixel of the rectangle, where it is in the photo, and its opacity, negative in a margin. */
export type VisitPixel = (x: number, y: number, u: number, v: number, weight: number) => void;

/** Visits the pixels of a rectangle of the scene in a triangle, each pixel in only one of two neighbouring triangles. */
export function eachPixel({ mesh, sign, corners }: Triangle, rect: Rect, visit: VisitPixel): void {
  const { target, source, weight } = mesh;
  const [i, j, k] = corners;
  const [a, b, c] = [target[i]!, target[j]!, target[k]!];
  const area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
  if (Math.abs(area) < invisible) return;
  const [p, q, r] = [source[i]!, source[j]!, source[k]!];
  const top = Math.max(rect.y, Math.ceil(Math.min(a.y, b.y, c.y) - 0.5));
  const bottom = Math.min(rect.y + rect.height - 1, Math.floor(Math.max(a.y, b.y, c.y) - 0.5));
  for (let y = top; y <= bottom; y++) {
    const [from, to] = getSpan([a, b, c], y + 0.5, rect);
    for (let x = from; x < to; x++) {
      const [dx, dy] = [x + 0.5 - a.x, y + 0.5 - a.y];
      const shareB = (dx * (c.y - a.y) - dy * (c.x - a.x)) / area;
      const shareC = (dy * (b.x - a.x) - dx * (b.y - a.y)) / area;
      const mixed = (first: number, second: number, third: number): number =>
        first + shareB * (second - first) + shareC * (third - first);
      const opacity = sign * mixed(weight[i]!, weight[j]!, weight[k]!);
      visit(x - rect.x, y - rect.y, mixed(p.x, q.x, r.x), mixed(p.y, q.y, r.y), opacity);
    }
  }
}

/** The columns, the first and the one past the last, whose middles are in the triangle at a height. */
function getSpan(corners: { x: number; y: number }[], y: number, rect: Rect): [number, number] {
  let [left, right] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const [n, p] of corners.entries()) {
    // Both triangles at an edge walk it in one direction, so that rounding leaves no gap between them.
    const [low, high] = [p, corners[(n + 1) % 3]!].sort((one, other) => one.y - other.y || one.x - other.x);
    if (y < low!.y || y >= high!.y) continue;
    const x = low!.x + ((y - low!.y) * (high!.x - low!.x)) / (high!.y - low!.y);
    left = Math.min(left, x);
    right = Math.max(right, x);
  }
  return [Math.max(rect.x, Math.ceil(left - 0.5)), Math.min(rect.x + rect.width, Math.ceil(right - 0.5))];
}
