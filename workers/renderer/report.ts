import type { Surface, Zone } from './zones.ts';

export interface LocalPlacement {
  x: number;
  y: number;
  width: number;
  height: number;
  surface: Surface;
  zone?: Zone;
  /** Shown as a framed picture of itself, for want of a place on this surface. */
  card?: Surface;
}

export interface LocalReport {
  cutout: ('high' | 'low')[];
  /** Index of the photo that was cut out, per product. */
  chosenImage: number[];
  placements: LocalPlacement[];
  /** How the person was found: joints by a model, the outline alone, or nobody looked for or seen. */
  pose: 'model' | 'silhouette' | 'none';
  /** Why the models could not be loaded, where they were wanted. */
  poseMissing?: string;
  milliseconds: Record<string, number>;
}

export interface LocalRendered {
  png: Buffer;
  report: LocalReport;
}
