import type { ProductDescriptor } from '../../shared/renders/product-descriptor.ts';

/** One product of a request: 1–4 photos of the same thing, encoded in any format sharp reads. */
export interface LocalProduct extends ProductDescriptor {
  images: Buffer[];
}

export interface LocalRequest {
  /** Upright: the intake has applied the EXIF orientation. */
  scene: Buffer;
  products: LocalProduct[];
  /** Exact size of the PNG to deliver, long side ≤ 2048. */
  output: { width: number; height: number };
}
