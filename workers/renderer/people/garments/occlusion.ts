import { marked } from '../../pixels/arrays.ts';
import { softBlur } from '../../pixels/box-blur.ts';
import { clamp } from '../../pixels/clamp.ts';
import { components } from '../../pixels/components.ts';
import { dilate, distanceTo, erode } from '../../pixels/distance.ts';
import type { Plane } from '../../pixels/plane.ts';
import { distance, fromSegment, midway, type Point, placeAt, shareAlong } from '../../pixels/points.ts';
import type { Frame, Head } from '../body/body.ts';
import { faceCoordinates, handPoint, isInImage, torsoCoordinates } from '../body/body-places.ts';
import { fallingHair } from '../body/hair.ts';
import type { Person } from '../body/read-person.ts';
import type { FittedTop } from './fit-top.ts';
import type { OldClothes } from './old-clothes.ts';

/** The visibility of a garment; planes of shares at mask size. */
export interface Layers {
  /** 1 where hands, arms, hair, straps or the head are in front of the garment. */
  front: Plane;
  /** The same for its sleeves: bare arms are inside them, not in front. */
  sleeveFront: Plane;
  /** 1 where the new cloth may extend to hide old cloth. */
  cover: Plane;
  /** 1 on the person and slightly beyond, so that cloth does not extend too far from the body. */
  envelope: Plane;
}

/**
 * Computes what is in front of the garment, where it may extend to hide old clothes, and how far it may extend
 * beyond the body.
 */
export function getLayers(
  person: Person,
  frame: Frame,
  old: OldClothes,
  fitted: FittedTop,
  hair: Plane,
): Layers {
  const { width, height } = person.mask;
  const front = new Float32Array(width * height);
  const sleeveFront = new Float32Array(width * height);
  const cover = new Float32Array(width * height);
  const isFront = frontTest(person, frame, old, fitted, hair);
  const isBeyondSleeve = sleeveTest(frame, fitted);
  const middle = midway(...fitted.shoulders);
  const span = distance(...fitted.shoulders);
  const envelope = getEnvelope(person, frame, fitted);
  for (let i = 0; i < width * height; i++) {
    const at = placeAt(i, width, person.scale);
    if (frame.head && isNear(at, frame.head) && isFace(at, frame.head)) {
      envelope.data[i] = 0;
      continue;
    }
    const { t, u } = torsoCoordinates(at, frame);
    sleeveFront[i] = 1 - envelope.data[i]!;
    if (fitted.long && t > hangsFrom) envelope.data[i] = 1;
    const down = (at.x - middle.x) * fitted.axis.x + (at.y - middle.y) * fitted.axis.y;
    if (person.mask.data[i]! < 0.02) continue;
    const isOpen = fitted.open && t < neckline.down && u > neckline.from && u < 1 - neckline.from;
    const aside = Math.abs((at.y - middle.y) * fitted.axis.x - (at.x - middle.x) * fitted.axis.y);
    const isNeck = down < -neck.above * span && aside < neck.aside * span;
    cover[i] = down > -0.4 * fitted.length && !isNeck && !isOpen && !isBeyondSleeve(at) ? 1 : 0;
    const before = isFront(at, i);
    front[i] = before === 'none' ? 0 : 1;
    if (before === 'all') sleeveFront[i] = 1;
  }
  return {
    front: softBlur({ data: front, width, height }, 1),
    sleeveFront: softBlur({ data: sleeveFront, width, height }, 1),
    cover: { data: cover, width, height },
    envelope,
  };
}

/** Brows to chin, a little more than the face itself: nothing is drawn there, whatever the other rules. */
export function isFace(at: Point, head: Head): boolean {
  const { along, down } = faceCoordinates(at, head);
  return (along / (head.eyeGap * 1.3)) ** 2 + ((down - head.eyeGap * 0.6) / (head.eyeGap * 1.35)) ** 2 < 1;
}

/** A box that contains the face: a cheap test before `isFace`. */
const isNear = ({ x, y }: Point, { eyes, eyeGap }: Head): boolean =>
  Math.abs(x - eyes.x) < 2 * eyeGap && Math.abs(y - eyes.y) < 2 * eyeGap;

/** The neck, which no cloth hides: from above the line of the shoulders, and aside from its middle; shares of that line. */
const neck = { above: 0.13, aside: 0.2 };

/** An open neckline, which shows what is worn below, in coordinates of the torso. */
const neckline = { down: 0.35, from: 0.12 };
/** From here on skirts hang beside the body: share of the way from the shoulders to the hips. */
const hangsFrom = 0.92;

/** The things behind a point that is not old cloth. */
type InFrontOf = 'all' | 'torso' | 'none';

/**
 * Only what is attached to head or hand is in front of a garment: face, hair, collar opening, hands and forearms.
 * Other pixels that are not cloth are prints, straps and mistakes: left open they would tear the garment.
 */
function frontTest(person: Person, frame: Frame, old: OldClothes, fitted: FittedTop, hair: Plane) {
  const limbs = getLimbs(person, frame, old);
  return (at: Point, i: number): InFrontOf => {
    if (frame.head && faceCoordinates(at, frame.head).down < frame.head.height * 0.55) return 'all';
    if (hair.data[i] === 1) return 'all';
    if (old.plane.data[i]! > 0.5 || person.mask.data[i]! < 0.3) return 'none';
    if (inCollar(at, fitted)) return 'all';
    // Without the color of skin it wears a glove or a sleeve, or was detected in the wrong place.
    const isSkin = old.skin.data[i]! > 0.5;
    if (nearHand(at, frame, isSkin ? 0.2 : certain, isSkin ? 0.32 : 0.2)) return 'all';
    return limbs[i] === 1 || (!isSkin && nearForearm(at, frame)) ? 'torso' : 'none';
  };
}

/** Hair in front of a garment, and straps where no head is seen. */
export const hangingHair = (person: Person, frame: Frame, old: OldClothes): Plane =>
  frame.head ? fallingHair(person, frame, frame.head) : fromAbove(person, frame, old);

/** Hair and straps where the image cuts the head off: neither cloth nor skin, and connected with a place above the shoulders. */
function fromAbove({ mask, scale }: Person, frame: Frame, old: OldClothes): Plane {
  const { width, height, data } = mask;
  const found = new Float32Array(data.length);
  const other = marked(
    data,
    (share, i) => share >= 0.3 && old.plane.data[i]! <= 0.5 && old.skin.data[i]! <= 0.5,
  );
  const isAbove = (i: number) => torsoCoordinates(placeAt(i, width, scale), frame).t < 0;
  for (const { pixels } of components(other, width, height)) {
    if (pixels.some(isAbove)) for (const i of pixels) found[i] = 1;
  }
  return { data: found, width, height };
}

/** Minimum score of a wrist that is certain. */
const certain = 0.4;

/** True on and around a hand in the image; `radius`: shoulder widths, fingers are farther away than palms. */
export const nearHand = (at: Point, { sides, unit }: Frame, minScore = 0.2, radius = 0.2): boolean =>
  sides.some((side) => {
    const hand = handPoint(side);
    return side.seen.wrist >= minScore && isInImage(hand) && distance(at, hand) < unit * radius;
  });

const nearForearm = (at: Point, { sides, unit }: Frame, minScore = certain): boolean =>
  sides.some(
    ({ seen, elbow, wrist }) => seen.wrist >= minScore && fromSegment(at, elbow, wrist) < unit * 0.16,
  );

/** Skin in pieces as large as an arm, with a hand or forearm and without a face, wherever its elbow was detected. */
function getLimbs({ mask, scale }: Person, frame: Frame, old: OldClothes): Uint8Array {
  const { width, height, data } = mask;
  const limbs = new Uint8Array(width * height);
  const at = (i: number): Point => placeAt(i, width, scale);
  const skin = marked(data, (share, i) => old.skin.data[i]! > 0.5 && old.plane.data[i]! < 0.5 && share > 0.3);
  // The blurred edges of prints have the color of skin as well.
  const limb = opened(skin, width, height, thinnest * frame.unit * scale);
  for (const { pixels, area } of components(limb, width, height)) {
    if (area < smallestArm * (frame.unit * scale) ** 2) continue;
    const near = pixels.filter((i) => nearHand(at(i), frame) || nearForearm(at(i), frame, 0)).length;
    const isArm = near > 0.05 * area && !pixels.some((i) => frame.head && isFace(at(i), frame.head));
    if (isArm) for (const i of pixels) limbs[i] = 1;
  }
  return limbs;
}

/** Half the width of a finger, shoulder widths, and the area of a part of an arm, squares of them. */
const [thinnest, smallestArm] = [0.012, 0.018];

/** The parts of a mask that are thicker than twice a radius. */
function opened(mask: Uint8Array, width: number, height: number, radius: number): Uint8Array {
  const thick = dilate(erode(mask, width, height, radius), width, height, radius + 1);
  return mask.map((value, i) => value & thick[i]!);
}

/** The opening of the collar: half an ellipse below the shoulder line, and a wider one above it. */
function inCollar(at: Point, { shoulders, axis }: FittedTop): boolean {
  const middle = midway(...shoulders);
  const span = distance(...shoulders);
  const down = (at.x - middle.x) * axis.x + (at.y - middle.y) * axis.y;
  const aside = (at.y - middle.y) * axis.x - (at.x - middle.x) * axis.y;
  const depth = Math.max(0, down) / (span * 0.11);
  return (aside / (span * (down < 0 ? 0.3 : 0.21))) ** 2 + depth ** 2 < 1;
}

/** True on an arm beyond the end of the new sleeve: a long old sleeve stays visible there as a lower layer. */
function sleeveTest(frame: Frame, fitted: FittedTop): (at: Point) => boolean {
  const arms = frame.sides.flatMap(({ shoulder, elbow, wrist, seen }, side) => {
    const reach = fitted.reach[side]! * 1.1;
    const upper = distance(shoulder, elbow);
    const worn = fitted.worn[side]!;
    // Short old sleeves are hidden completely by new ones.
    const hidden = reach > 0 && worn < upper * 1.05;
    if (reach > upper * 1.5 || seen.elbow < 0.25) return [];
    const end = hidden ? Math.max(reach, worn * 1.15) : Math.max(reach, upper * 0.25);
    return [{ shoulder, elbow, wrist, upper, end, thick: hidden ? innerArm : wholeArm }];
  });
  return (at) =>
    arms.some(({ shoulder, elbow, wrist, upper, end, thick }) => {
      const along = shareAlong(at, shoulder, elbow);
      if (along < 1 && along * upper <= end) return false;
      const away = along >= 1 ? fromSegment(at, elbow, wrist) : fromSegment(at, shoulder, elbow);
      if (away >= frame.unit * thick) return false;
      // In front of the torso only pixels close to the bone are arm.
      const { t, u } = torsoCoordinates(at, frame);
      return away < frame.unit * (t < 1.1 && u > 0.05 && u < 0.95 ? innerArm : thick);
    });
}

/** Half the thickness of an arm, shoulder widths. */
const [innerArm, wholeArm] = [0.1, 0.17];

/** Long sleeves over bare arms need a wider envelope; short ones follow the old outline closely. */
function getEnvelope(person: Person, frame: Frame, fitted: FittedTop): Plane {
  const { width, height, data } = person.mask;
  const far = distanceTo(
    marked(data, (share) => share > 0.5),
    width,
    height,
  );
  const long = frame.sides.some(
    ({ shoulder, elbow }, side) => fitted.reach[side]! > distance(shoulder, elbow) * 1.3,
  );
  const maxOffset = (share: number) => Math.max(1.2, frame.unit * person.scale * share);
  const wide = maxOffset(long ? 0.05 : 0.018);
  // A hood behind hair and neck must not be visible beside them.
  const near = 0.75;
  const shoulders = Math.min(...fitted.shoulders.map(({ y }) => y)) * person.scale * width;
  for (let i = 0; i < far.length; i++)
    far[i] = clamp(((i > shoulders ? wide : near) - far[i]!) / 1.5 + 0.5, 0, 1);
  return { data: far, width, height };
}
