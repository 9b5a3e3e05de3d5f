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

/** Why a product is not in the image; the first is also the error of a render with nothing else to show. */
export const leftOutReasons = {
  uncut:
    'The product cannot be separated from the background of its photo; send a photo on a plain ground, or a PNG or WebP with a transparent one.',
  noPlace: 'No place in the scene is free for the product.',
};

export interface LocalReport {
  cutout: ('high' | 'low')[];
  /** Index of the photo that was cut out, per product. */
  chosenImage: number[];
  /** Of the products that are in the image. */
  placements: LocalPlacement[];
  /** How well each product was placed, in the order of the request. */
  placement: Placement[];
  /** Why each product that is not in the image is left out; `product` is its position in the request, from 0. */
  leftOut: { product: number; reason: string }[];
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
