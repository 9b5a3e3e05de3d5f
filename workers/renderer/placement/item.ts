import type { Rect } from '../pixels/rect.ts';
import type { ProductPlan } from '../products/classify.ts';
import type { Surface, Zone } from '../zones.ts';

/** What placement needs to know of one cut-out product. */
export interface Item {
  index: number;
  plan: ProductPlan;
  /** Width / height of the cut-out. */
  aspect: number;
  /** The photo's upper edge cuts the thing: a cord or chain goes on upwards. */
  touchesTop: boolean;
}

export interface Placed {
  index: number;
  surface: Surface;
  zone?: Zone;
  /** Whole thing in output pixels, whole numbers; for a rug the box around its quadrilateral. */
  rect: Rect;
  /** Rugs: corners far-left, far-right, near-right, near-left. */
  quad?: readonly [number, number][];
  /** Things hung from above get a cord from the upper edge down to here. */
  cordTo?: number;
  /** Drawn as a framed picture of the product; the surface it belongs on in the world. */
  card?: Surface;
  score: number;
}
