import { marked } from '../../pixels/arrays.ts';
import { edgePoints, getHull, turn } from '../../pixels/hull.ts';
import type { Pixels } from '../../pixels/pixels.ts';
import type { Point } from '../../pixels/points.ts';

/** 1 where a cut-out (straight RGBA) is opaque. */
export const solid = ({ data, width, height }: Pixels): Uint8Array =>
  marked(new Uint8Array(width * height), (_, i) => data[i * 4 + 3]! > 127);

/** The visible pixels of a cut-out turned by an angle about its middle, and the way back. */
export function visiblePoints(cutout: Pixels, angle: number) {
  const { width, height } = cutout;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const step = Math.max(1, Math.floor(Math.max(width, height) / 400));
  const points: Point[] = [];
  for (let y = 0; y < height; y += step) {
    for (let x = 0; x < width; x += step) {
      if (cutout.data[(y * width + x) * 4 + 3]! < 128) continue;
      const [dx, dy] = [x + 0.5 - width / 2, y + 0.5 - height / 2];
      points.push({ x: dx * cos + dy * sin, y: dy * cos - dx * sin });
    }
  }
  const toPhoto = ({ x, y }: Point): Point => ({
    x: x * cos - y * sin + width / 2,
    y: x * sin + y * cos + height / 2,
  });
  return { points, toPhoto };
}

/** Standard deviations along and across the longest axis of the visible pixels, and its direction. */
export function principalSpread(cutout: Pixels): { angle: number; along: number; across: number } {
  const { points } = visiblePoints(cutout, 0);
  const mean = (read: (p: Point) => number) => points.reduce((sum, p) => sum + read(p), 0) / points.length;
  const [x, y] = [mean((p) => p.x), mean((p) => p.y)];
  const cxx = mean((p) => (p.x - x) ** 2);
  const cxy = mean((p) => (p.x - x) * (p.y - y));
  const cyy = mean((p) => (p.y - y) ** 2);
  const half = Math.hypot((cxx - cyy) / 2, cxy);
  return {
    angle: 0.5 * Math.atan2(2 * cxy, cxx - cyy),
    along: Math.sqrt(Math.max(1, (cxx + cyy) / 2 + half)),
    across: Math.sqrt(Math.max(1, (cxx + cyy) / 2 - half)),
  };
}

/**
 * Returns the slope of the lower side, radians: hats and shoes are often photographed at an angle. The mean of the hull's
 * edges within 15° of the longest, as soles are slightly curved; 0 without a long one.
 */
export function lowerSlope(cutout: Pixels): number {
  const hull = getHull(edgePoints(solid(cutout), cutout.width, cutout.height));
  const edges = hull.map((a, k) => toEdge(a, hull[(k + 1) % hull.length]!));
  const lower = edges.filter(({ length, slope }) => length < 0 && Math.abs(slope) < 0.9);
  const longest = Math.min(0, ...lower.map(({ length }) => length));
  const slope = lower.find(({ length }) => length === longest)?.slope ?? 0;
  if (-longest < cutout.width * 0.15) return 0;
  const similar = lower.filter((edge) => Math.abs(edge.slope - slope) < 0.26);
  const total = similar.reduce((sum, { length }) => sum + length, 0);
  return similar.reduce((sum, edge) => sum + edge.slope * edge.length, 0) / total;
}

/** An edge of a hull; those of the lower side run from the right to the left. */
function toEdge(a: Point, b: Point): { slope: number; length: number } {
  return { slope: Math.atan((b.y - a.y) / (b.x - a.x || 1e-9)), length: b.x - a.x };
}

/** The cut-out without what is outside a mask of another size. */
export function maskedBy(cutout: Pixels, mask: Uint8Array, width: number): Pixels {
  const data = new Uint8Array(cutout.data);
  const scale = width / cutout.width;
  for (let i = 0; i < data.length / 4; i++) {
    const row = Math.floor(Math.floor(i / cutout.width) * scale);
    if (mask[row * width + Math.floor((i % cutout.width) * scale)] !== 1) data[i * 4 + 3] = 0;
  }
  return { ...cutout, data };
}

/** 1 inside the convex outline of a mask. */
export function convex(mask: Uint8Array, width: number, height: number): Uint8Array {
  const hull = getHull(edgePoints(mask, width, height));
  return marked(mask, (_, i) => {
    const at = { x: i % width, y: Math.floor(i / width) };
    return hull.every((a, k) => turn(a, hull[(k + 1) % hull.length]!, at) >= 0);
  });
}
