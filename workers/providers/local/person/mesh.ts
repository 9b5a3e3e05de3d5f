import type { Rect } from '../types.ts';
import type { Point } from './body.ts';

/** A grid of points: where it lies in the scene, and which place of the garment's photo lies there. */
export interface Mesh {
  columns: number;
  rows: number;
  target: Point[];
  source: Point[];
  /** Opacity per point; all 1 when left out. */
  weight?: number[];
}

/** Per pixel of `rect` the source place and the mesh's opacity, three values; NaN where no mesh lies. */
export interface SourceMap {
  rect: Rect;
  at: Float32Array;
}

/** Draws the meshes' source places into a map of `rect`; later meshes lie over earlier ones. */
export function sourceMap(meshes: Mesh[], rect: Rect): SourceMap {
  const at = new Float32Array(rect.width * rect.height * 3).fill(Number.NaN);
  for (const mesh of meshes) {
    for (let row = 0; row + 1 < mesh.rows; row++) {
      for (let column = 0; column + 1 < mesh.columns; column++) {
        const i = row * mesh.columns + column;
        triangle(at, rect, mesh, i, i + 1, i + mesh.columns);
        triangle(at, rect, mesh, i + 1, i + mesh.columns + 1, i + mesh.columns);
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
) {
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
    for (let x = left; x <= right; x++) {
      const px = x + 0.5;
      const py = y + 0.5;
      const wb = ((px - a.x) * (c.y - a.y) - (py - a.y) * (c.x - a.x)) / area;
      const wc = ((b.x - a.x) * (py - a.y) - (b.y - a.y) * (px - a.x)) / area;
      const wa = 1 - wb - wc;
      if (wa < -1e-6 || wb < -1e-6 || wc < -1e-6) continue;
      const o = ((y - rect.y) * rect.width + x - rect.x) * 3;
      at[o] = wa * source[i]!.x + wb * source[j]!.x + wc * source[k]!.x;
      at[o + 1] = wa * source[i]!.y + wb * source[j]!.y + wc * source[k]!.y;
      at[o + 2] = weight ? wa * weight[i]! + wb * weight[j]! + wc * weight[k]! : 1;
    }
  }
}

/** Whole-pixel box around all points of the meshes, cut to the scene. */
export function boxAround(meshes: Mesh[], scene: { width: number; height: number }): Rect {
  let [left, top, right, bottom] = [scene.width, scene.height, 0, 0];
  for (const { target } of meshes) {
    for (const { x, y } of target) {
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
  }
  const x = Math.max(0, Math.floor(left));
  const y = Math.max(0, Math.floor(top));
  return {
    x,
    y,
    width: Math.max(1, Math.min(scene.width, Math.ceil(right)) - x),
    height: Math.max(1, Math.min(scene.height, Math.ceil(bottom)) - y),
  };
}
