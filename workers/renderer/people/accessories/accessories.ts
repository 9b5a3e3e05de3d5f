import type { Pixels } from '../../pixels/pixels.ts';
import type { Zone } from '../../zones.ts';
import type { Figure, Worn } from '../garments/worn.ts';
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
export async function wearAccessory(accessory: Accessory, figure: Figure): Promise<Worn | undefined> {
  const { head } = figure.frame;
  switch (accessory.zone) {
    case 'head':
      return head && hatOn(accessory.cutout, head, figure.person);
    case 'face':
      return head && glassesOn(accessory.cutout, head, figure.scene);
    case 'wrist':
      return onWrist(accessory.cutout, figure);
    case 'hand':
    case 'shoulder':
      return carryBag({ ...accessory, inHand: accessory.zone === 'hand' }, figure);
    case 'feet':
      return shoesOn(accessory.cutout, figure);
    default:
      return undefined;
  }
}
