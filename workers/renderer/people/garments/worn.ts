import type { Shadow } from '../../compose/shadow.ts';
import type { WornLayer } from './draw-garment.ts';

/** A worn thing with what must be painted below it first. */
export interface Worn extends WornLayer {
  /** What hides the old thing where the new one leaves it bare (ground, skin): never lit or shaded again. */
  under?: WornLayer | undefined;
  /** The thing's own shadow where it touches the ground; otherwise it falls on the wearer. */
  shadow?: Shadow | undefined;
}
