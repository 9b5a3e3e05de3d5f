import type { Pixels, Zone } from '../types.ts';
import type { Frame, Side } from './body.ts';
import type { WornLayer } from './draw-garment.ts';
import { glassesOn } from './glasses.ts';
import { hatOn } from './hats.ts';
import type { Network } from './models.ts';
import { personAt } from './outline.ts';
import { distance, type Point, plus, unitVector } from './points.ts';
import type { Person } from './read-person.ts';
import { shoes } from './shoes.ts';
import { laid } from './turned.ts';
import type { Worn } from './worn.ts';
import { onWrist } from './wrist.ts';

/** A thing to wear: its cut-out and its real width. */
export interface Thing {
  cutout: Pixels;
  widthCm: number;
  zone: Zone;
}

/** Shoulder joints of an adult stand about 36 cm apart: the measure for bags, watches and shoes. */
const shouldersCm = 36;
/** A place is believed from this joint score on. */
const seen = 0.3;

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
      return bag(thing, scene, person, frame);
    case 'feet':
      return shoes(thing.cutout, scene, person, frame, outline);
    default:
      return undefined;
  }
}

/** A bag hangs from the hand, its handle under the fingers; without a hand in the picture from the shoulder. */
async function bag(
  { cutout, widthCm, zone }: Thing,
  scene: Pixels,
  person: Person,
  frame: Frame,
): Promise<WornLayer | undefined> {
  const scale = frame.unit / shouldersCm;
  const width = widthCm * scale;
  const height = (width * cutout.height) / cutout.width;
  const side = zone === 'hand' ? bestSide(frame, 'wrist', scene) : undefined;
  if (side && side.wrist.y + height * 0.6 < scene.height) {
    const hand = plus(side.wrist, unitVector(side.elbow, side.wrist), frame.unit * 0.16);
    const top = { x: hand.x, y: hand.y - frame.unit * 0.05 };
    const layer = await laid(
      cutout,
      { centre: { x: top.x, y: top.y + height / 2 }, width, height, along: { x: 1, y: 0 } },
      scene,
    );
    if (layer) {
      keep(layer, (p) => {
        const inHand = distance(p, hand) < frame.unit * 0.15 && personAt(person, p) > 0.5;
        return inHand ? 0 : 1;
      });
    }
    return layer;
  }
  const [left, right] = frame.sides;
  const outer = left.seen.elbow >= right.seen.elbow ? left : right;
  const out = outer === left ? -1 : 1;
  const centre = {
    x: outer.shoulder.x + out * frame.unit * 0.12,
    y: outer.shoulder.y - frame.unit * 0.14 + height / 2,
  };
  return laid(cutout, { centre, width, height, along: { x: 1, y: 0 } }, scene);
}

function bestSide(frame: Frame, joint: 'wrist', scene: Pixels): Side | undefined {
  const inside = frame.sides.filter(
    (side) =>
      side.seen[joint] >= seen &&
      side[joint].x > 0 &&
      side[joint].x < scene.width &&
      side[joint].y < scene.height * 0.98,
  );
  return inside.sort((p, q) => q.seen[joint] - p.seen[joint])[0];
}

/** Multiplies the layer's opacity by a share per scene point. */
function keep({ rect, pixels }: WornLayer, share: (p: Point) => number): void {
  for (let y = 0; y < rect.height; y++) {
    for (let x = 0; x < rect.width; x++) {
      const o = (y * rect.width + x) * 4 + 3;
      if (pixels.data[o] === 0) continue;
      pixels.data[o] = Math.round(pixels.data[o]! * share({ x: rect.x + x + 0.5, y: rect.y + y + 0.5 }));
    }
  }
}
