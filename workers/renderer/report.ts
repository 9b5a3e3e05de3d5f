import type { Placement } from '../../shared/renders/placement.ts';
import type { Surface, Zone } from './zones.ts';

export interface LocalPlacement {
  x: number;
  y: number;
  width: number;
  height: number;
  surface: Surface;
  zone?: Zone;
  /** The surface on which no place was found: the product is shown as a framed picture of itself. */
  card?: Surface;
}

export interface LocalReport {
  cutout: ('high' | 'low')[];
  /** Index of the photo that was cut out, per product. */
  chosenImage: number[];
  placements: LocalPlacement[];
  /** How well each product was placed, in the order of the request. */
  placement: Placement[];
  /** How the person was found: joints by a model, the outline alone, or no person needed or found. */
  pose: 'model' | 'silhouette' | 'none';
  /** Why the person models could not be loaded, if they were needed. */
  poseMissing?: string;
  milliseconds: Record<string, number>;
}

export interface LocalRendered {
  png: Buffer;
  report: LocalReport;
}
