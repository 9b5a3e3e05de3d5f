import type { Rect } from '../pixels/rect.ts';
import type { ProductPlan } from '../products/classify.ts';
import type { Surface, Zone } from '../zones.ts';

/** The properties of one cut-out product that placement uses. */
export interface Item {
  index: number;
  plan: ProductPlan;
  /** Width / height of the cut-out. */
  aspect: number;
  /** The photo's upper edge cuts the product: a cord or chain continues upwards. */
  touchesTop: boolean;
}

export interface Placed {
  index: number;
  surface: Surface;
  zone?: Zone;
  /** The whole product in output pixels, integers; for a rug the bounding box of its quadrilateral. */
  rect: Rect;
  /** Rugs: corners far-left, far-right, near-right, near-left. */
  quad?: readonly [number, number][];
  /** Row down to which a cord from the upper edge is drawn, for hanging products. */
  cordTo?: number;
  /** Drawn as a framed picture of the product; the value is the surface the product belongs on. */
  card?: Surface;
  score: number;
}
