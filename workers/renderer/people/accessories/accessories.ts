import type { Pixels } from '../../pixels/pixels.ts';
import type { Zone } from '../../zones.ts';
import type { Frame } from '../body/body.ts';
import type { Network } from '../body/models.ts';
import type { Person } from '../body/read-person.ts';
import type { Worn } from '../garments/worn.ts';
import { carried } from './bags.ts';
import { glassesOn } from './glasses.ts';
import { hatOn } from './hats.ts';
import { aboutNeck } from './neckwear.ts';
import { shoes } from './shoes.ts';
import { onWrist } from './wrist.ts';

/** A thing to wear: its cut-out and its real width. */
export interface Thing {
  cutout: Pixels;
  widthCm: number;
  zone: Zone;
}

/** The thing in its place on the body; undefined when that part of the body is not in the picture. */
export async function wearThing(
  thing: Thing,
  scene: Pixels,
  person: Person,
  frame: Frame,
  outline?: Network,
): Promise<Worn | undefined> {
  const { head } = frame;
  switch (thing.zone) {
    case 'head':
      return head && hatOn(thing.cutout, head, person, scene);
    case 'face':
      return head && glassesOn(thing.cutout, head, scene);
    case 'wrist':
      return onWrist(thing.cutout, scene, person, frame);
    case 'hand':
    case 'shoulder':
      return carried({ ...thing, inHand: thing.zone === 'hand' }, scene, person, frame);
    case 'neck':
      return aboutNeck(thing.cutout, scene, person, frame);
    case 'feet':
      return shoes(thing.cutout, scene, person, frame, outline);
    default:
      return undefined;
  }
}
