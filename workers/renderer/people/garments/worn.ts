import type { Shadow } from '../../compose/shadow.ts';
import type { Layer } from '../../pixels/layer.ts';
import type { Pixels } from '../../pixels/pixels.ts';
import type { Frame } from '../body/body.ts';
import type { Person } from '../body/read-person.ts';

/** A person in a scene who wears a product; lengths in the scene's pixels. */
export interface Figure {
  scene: Pixels;
  person: Person;
  frame: Frame;
}

/** A worn product with the layer to paint below it first. */
export interface Worn extends Layer {
  /** Hides the old product where the new one does not cover it (ground, skin); not lit or shaded again. */
  under?: Layer | undefined;
  /** The product's contact shadow on the ground; otherwise its shadow falls on the wearer. */
  shadow?: Shadow | undefined;
  /** Per pixel of a garment the opacity (0–255) that hands, hair and the like in front take from it. */
  hidden?: Uint8ClampedArray | undefined;
}
