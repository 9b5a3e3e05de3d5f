import type { ProductPlan } from '../products/classify.ts';
import type { Zone } from '../zones.ts';

/** The parts of a person that a photo must show for the products of a zone. Bags also stand on the ground. */
const parts: Partial<Record<Zone, string>> = {
  head: 'the whole head',
  face: 'the face from the front',
  neck: 'the neck and both shoulders',
  torso: 'a person in plain clothes who faces the camera with hanging arms, from the shoulders to the waist',
  full: 'the body from the shoulders to the knees',
  legs: 'the legs from the waist down',
  feet: 'both feet',
  wrist: 'a bare wrist',
};

/** True for a product that is out of place beside a person who does not wear it. */
export const isOnlyWorn = ({ surface, zone }: ProductPlan): boolean =>
  surface === 'person' && zone !== undefined && zone in parts;

/** Returns why such a product is left out; also the error of a render with nothing else to show. */
export const whyNotWorn = ({ zone = 'torso' }: ProductPlan): string =>
  `The product cannot be put on the person in the scene; send a scene that shows ${parts[zone]}, and a photo of the product alone.`;
