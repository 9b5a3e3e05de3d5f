import type { Placement } from '../../shared/renders/placement.ts';
import type { Surface, Zone } from './zones.ts';

/** Position of one product in the rendered scene. */
export interface LocalPlacement {
  /** Position of the product in the request, from 0. */
  product: number;
  x: number;
  y: number;
  width: number;
  height: number;
  surface: Surface;
  zone?: Zone;
}

export interface LocalReport {
  cutout: ('high' | 'low')[];
  /** Index of the photo that was cut out, per product. */
  chosenImage: number[];
  /** Of the products that are in the image. */
  placements: LocalPlacement[];
  /** How well each product was placed, in the order of the request. */
  placement: Placement[];
  /** True if the joints of a person were read, for products that are worn. */
  pose: 'model' | 'none';
  /** Why the person models could not be loaded, if they were needed. */
  poseMissing?: string;
  /** Why the detector could not be loaded. */
  detectorMissing?: string;
  milliseconds: Record<string, number>;
}

export interface LocalRendered {
  png: Buffer;
  report: LocalReport;
}
