import type { Shadow } from '../../compose/shadow.ts';
import type { Layer } from '../../pixels/layer.ts';

/** A worn product with the layer to paint below it first. */
export interface Worn extends Layer {
  /** Hides the old product where the new one does not cover it (ground, skin); not lit or shaded again. */
  under?: Layer | undefined;
  /** The product's contact shadow on the ground; otherwise its shadow falls on the wearer. */
  shadow?: Shadow | undefined;
  /** True for a garment that is laid on as it is, because its outline does not show how it is worn. */
  laidOn?: boolean | undefined;
  /** Per pixel of a garment the opacity (0–255) that hands, hair and the like in front take from it. */
  hidden?: Uint8ClampedArray | undefined;
}
