import type { Shadow } from '../../compose/shadow.ts';
import type { WornLayer } from './draw-garment.ts';

/** A worn product with the layer to paint below it first. */
export interface Worn extends WornLayer {
  /** Hides the old product where the new one does not cover it (ground, skin); not lit or shaded again. */
  under?: WornLayer | undefined;
  /** The product's contact shadow on the ground; otherwise its shadow falls on the wearer. */
  shadow?: Shadow | undefined;
}
