import type { Rect } from '../types.ts';
import type { Point } from './points.ts';

/** A grid of points: where it lies in the scene, and which place of the garment's photo lies there. */
export interface Mesh {
  columns: number;
  rows: number;
  target: Point[];
  source: Point[];
  /** Opacity per point. */
  weight: number[];
  /** Per point: 1 within the garment, 0 where the mesh only goes on so that old clothes can be hidden. */
  own: number[];
}

/** Where the garment's photo lies in a rectangle of the scene, drawn a band of rows at a time. */
export interface SourceMap {
  rect: Rect;
  /**
   * Fills `at` with `count` rows of the rectangle from row `from` on. Per pixel: source x, source y (NaN where no
   * mesh lies), and opacity, negative outside the garment.
   */
  rows(from: number, count: number, at: Float32Array): void;
}

interface Triangle {
  mesh: Mesh;
  corners: readonly [number, number, number];
  /** 1 within the garment, −1 outside. */
  sign: 1 | -1;
}

/** A map of `rect` through the meshes; garment goes over margins, later meshes over earlier. */
export function sourceMap(meshes: Mesh[], rect: Rect): SourceMap {
  const triangles = [-1, 1].flatMap((sign) => meshes.flatMap((mesh) => trianglesOf(mesh, sign as 1 | -1)));
  return {
    rect,
    rows(from, count, at) {
      at.fill(Number.NaN, 0, rect.width * count * 3);
      const band = { x: rect.x, y: rect.y + from, width: rect.width, height: count };
      for (const triangle of triangles) draw(at, band, triangle);
    },
  };
}

function trianglesOf(mesh: Mesh, sign: 1 | -1): Triangle[] {
  const found: Triangle[] = [];
  for (let row = 0; row + 1 < mesh.rows; row++) {
    for (let column = 0; column + 1 < mesh.columns; column++) {
      const i = row * mesh.columns + column;
      const j = i + mesh.columns;
      const own = Math.min(mesh.own[i]!, mesh.own[i + 1]!, mesh.own[j]!, mesh.own[j + 1]!) === 1;
      if (own !== (sign === 1)) continue;
      found.push({ mesh, sign, corners: [i, i + 1, j] }, { mesh, sign, corners: [i + 1, j + 1, j] });
    }
  }
  return found;
}

function draw(at: Float32Array, rect: Rect, { mesh, sign, corners }: Triangle): void {
  const { target, source, weight } = mesh;
  const [i, j, k] = corners;
  const a = target[i]!;
  const b = target[j]!;
  const c = target[k]!;
  const top = Math.max(rect.y, Math.ceil(Math.min(a.y, b.y, c.y) - 0.5));
  const bottom = Math.min(rect.y + rect.height - 1, Math.floor(Math.max(a.y, b.y, c.y) - 0.5));
  if (top > bottom) return;
  const area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
  if (Math.abs(area) < 1e-6) return;
  const left = Math.max(rect.x, Math.ceil(Math.min(a.x, b.x, c.x) - 0.5));
  const right = Math.min(rect.x + rect.width - 1, Math.floor(Math.max(a.x, b.x, c.x) - 0.5));
  const [p, q, r] = [source[i]!, source[j]!, source[k]!];
  const [wp, wq, wr] = [sign * weight[i]!, sign * weight[j]!, sign * weight[k]!];
  for (let y = top; y <= bottom; y++) {
    const dy = y + 0.5 - a.y;
    for (let x = left; x <= right; x++) {
      const dx = x + 0.5 - a.x;
      const wb = (dx * (c.y - a.y) - dy * (c.x - a.x)) / area;
      const wc = ((b.x - a.x) * dy - (b.y - a.y) * dx) / area;
      const wa = 1 - wb - wc;
      if (wa < -1e-6 || wb < -1e-6 || wc < -1e-6) continue;
      const o = ((y - rect.y) * rect.width + x - rect.x) * 3;
      at[o] = wa * p.x + wb * q.x + wc * r.x;
      at[o + 1] = wa * p.y + wb * q.y + wc * r.y;
      at[o + 2] = wa * wp + wb * wq + wc * wr;
    }
  }
}

/** Whole-pixel box around all points of the meshes, cut to `within`. */
export function boxAround(meshes: Mesh[], within: Rect): Rect {
  let [left, top, right, bottom] = [within.x + within.width, within.y + within.height, within.x, within.y];
  for (const { target } of meshes) {
    for (const { x, y } of target) {
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
  }
  const x = Math.max(within.x, Math.floor(left));
  const y = Math.max(within.y, Math.floor(top));
  return {
    x,
    y,
    width: Math.max(1, Math.min(within.x + within.width, Math.ceil(right)) - x),
    height: Math.max(1, Math.min(within.y + within.height, Math.ceil(bottom)) - y),
  };
}
