import type { Placement } from '../../../shared/renders/placement.ts';
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
  /** The whole product in output pixels, integers; for what lies on the floor the bounding box of its quadrilateral. */
  rect: Rect;
  /** Of what lies on the floor: corners far-left, far-right, near-right, near-left. */
  quad?: readonly [number, number][];
  /** Row down to which a cord from the upper edge is drawn, for hanging products. */
  cordTo?: number;
  score: number;
  placement: Placement;
}
