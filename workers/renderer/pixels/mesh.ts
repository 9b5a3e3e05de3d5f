import type { Point } from './points.ts';
import type { Rect } from './rect.ts';

/** A grid of points in the scene, each with the point of the garment's photo that is drawn there. */
export interface Mesh {
  columns: number;
  rows: number;
  target: Point[];
  source: Point[];
  /** Opacity per point. */
  weight: number[];
  /** Per point: 1 within the garment, 0 in the margin that only hides old clothes. */
  own: number[];
}

/** Three points of a mesh. */
export interface Triangle {
  mesh: Mesh;
  corners: readonly [number, number, number];
  /** 1 within the garment, −1 outside. */
  sign: 1 | -1;
}

/** The bounding box of all points of the meshes in whole pixels, clipped to `within`. */
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
