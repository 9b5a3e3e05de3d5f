import type { Pixels } from '../../pixels/pixels.ts';
import type { Zone } from '../../zones.ts';
import type { Frame } from '../body/body.ts';
import type { Person } from '../body/read-person.ts';
import type { Worn } from '../garments/worn.ts';
import { carryBag } from './bags.ts';
import { glassesOn } from './glasses.ts';
import { hatOn } from './hats.ts';
import { shoesOn } from './shoes.ts';
import { onWrist } from './wrist.ts';

/** An accessory to wear: its cut-out and its real width. */
export interface Accessory {
  cutout: Pixels;
  widthCm: number;
  zone: Zone;
}

/** The accessory drawn at its place on the body; undefined when that part of the body is not in the image. */
export async function wearAccessory(
  accessory: Accessory,
  scene: Pixels,
  person: Person,
  frame: Frame,
): Promise<Worn | undefined> {
  const { head } = frame;
  switch (accessory.zone) {
    case 'head':
      return head && hatOn(accessory.cutout, head, person);
    case 'face':
      return head && glassesOn(accessory.cutout, head, scene);
    case 'wrist':
      return onWrist(accessory.cutout, scene, person, frame);
    case 'hand':
    case 'shoulder':
      return carryBag({ ...accessory, inHand: accessory.zone === 'hand' }, scene, person, frame);
    case 'feet':
      return shoesOn(accessory.cutout, scene, person, frame);
    default:
      return undefined;
  }
}
