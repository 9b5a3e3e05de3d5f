import { marked } from '../../pixels/arrays.ts';
import { edgePoints, getHull } from '../../pixels/hull.ts';
import type { Pixels } from '../../pixels/pixels.ts';
import type { Point } from '../../pixels/points.ts';

/** 1 where a cut-out (straight RGBA) is opaque. */
export const solid = ({ data, width, height }: Pixels): Uint8Array =>
  marked(new Uint8Array(width * height), (_, i) => data[i * 4 + 3]! > 127);

/** Standard deviations along and across the longest axis of the visible pixels, and its direction. */
export function principalSpread(cutout: Pixels): { angle: number; along: number; across: number } {
  const mask = solid(cutout);
  let [n, sx, sy, sxx, sxy, syy] = [0, 0, 0, 0, 0, 0];
  for (let i = 0; i < mask.length; i++) {
    if (mask[i] === 0) continue;
    const [x, y] = [i % cutout.width, Math.floor(i / cutout.width)];
    n++;
    sx += x;
    sy += y;
    sxx += x * x;
    sxy += x * y;
    syy += y * y;
  }
  const cxx = sxx / n - (sx / n) ** 2;
  const cxy = sxy / n - (sx / n) * (sy / n);
  const cyy = syy / n - (sy / n) ** 2;
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
