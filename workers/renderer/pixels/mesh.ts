import type { Point } from './points.ts';

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
