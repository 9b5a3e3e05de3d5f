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

/** Per pixel of `rect`: source x, source y (NaN where no mesh lies), and opacity, negative outside the garment. */
export interface SourceMap {
  rect: Rect;
  at: Float32Array;
}

/** Draws the meshes' source places into a map of `rect`; garment goes over margins, later meshes over earlier. */
export function sourceMap(meshes: Mesh[], rect: Rect): SourceMap {
  const at = new Float32Array(rect.width * rect.height * 3).fill(Number.NaN);
  for (const margins of [true, false]) {
    for (const mesh of meshes) {
      for (let row = 0; row + 1 < mesh.rows; row++) {
        for (let column = 0; column + 1 < mesh.columns; column++) {
          const i = row * mesh.columns + column;
          const j = i + mesh.columns;
          const own = Math.min(mesh.own[i]!, mesh.own[i + 1]!, mesh.own[j]!, mesh.own[j + 1]!) === 1;
          if (own === margins) continue;
          triangle(at, rect, mesh, i, i + 1, j, own ? 1 : -1);
          triangle(at, rect, mesh, i + 1, j + 1, j, own ? 1 : -1);
        }
      }
    }
  }
  return { rect, at };
}

function triangle(
  at: Float32Array,
  rect: Rect,
  { target, source, weight }: Mesh,
  i: number,
  j: number,
  k: number,
  sign: number,
): void {
  const a = target[i]!;
  const b = target[j]!;
  const c = target[k]!;
  const area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
  if (Math.abs(area) < 1e-6) return;
  const top = Math.max(rect.y, Math.ceil(Math.min(a.y, b.y, c.y) - 0.5));
  const bottom = Math.min(rect.y + rect.height - 1, Math.floor(Math.max(a.y, b.y, c.y) - 0.5));
  const left = Math.max(rect.x, Math.ceil(Math.min(a.x, b.x, c.x) - 0.5));
  const right = Math.min(rect.x + rect.width - 1, Math.floor(Math.max(a.x, b.x, c.x) - 0.5));
  for (let y = top; y <= bottom; y++) {
    const dy = y + 0.5 - a.y;
    for (let x = left; x <= right; x++) {
      const dx = x + 0.5 - a.x;
      const wb = (dx * (c.y - a.y) - dy * (c.x - a.x)) / area;
      const wc = ((b.x - a.x) * dy - (b.y - a.y) * dx) / area;
      const wa = 1 - wb - wc;
      if (wa < -1e-6 || wb < -1e-6 || wc < -1e-6) continue;
      const o = ((y - rect.y) * rect.width + x - rect.x) * 3;
      at[o] = wa * source[i]!.x + wb * source[j]!.x + wc * source[k]!.x;
      at[o + 1] = wa * source[i]!.y + wb * source[j]!.y + wc * source[k]!.y;
      at[o + 2] = sign * (wa * weight[i]! + wb * weight[j]! + wc * weight[k]!);
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
