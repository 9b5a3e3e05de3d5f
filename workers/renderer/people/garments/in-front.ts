import { marked } from '../../pixels/arrays.ts';
import { softBlur } from '../../pixels/blur.ts';
import { clamp } from '../../pixels/clamp.ts';
import { components } from '../../pixels/components.ts';
import { distanceTo } from '../../pixels/distance.ts';
import type { Plane } from '../../pixels/plane.ts';
import {
  between,
  distance,
  fromSegment,
  midway,
  type Point,
  placeAt,
  plus,
  shareAlong,
} from '../../pixels/points.ts';
import type { Frame, Head } from '../body/body.ts';
import { faceCoordinates, torsoCoordinates } from '../body/body-places.ts';
import type { Person } from '../body/read-person.ts';
import type { FittedTop } from './fit-top.ts';
import type { OldClothes } from './old-clothes.ts';

/** Where a garment may be seen; planes of shares at mask size. */
export interface Layers {
  /** 1 where hands, arms, hair, straps or the head are before the garment. */
  front: Plane;
  /** The same for its sleeves: bare arms are in them, not before them. */
  sleeveFront: Plane;
  /** 1 where old cloth may be hidden by more of the new one. */
  cover: Plane;
  /** 1 on the person and a little beyond: no cloth stands off the body like cardboard. */
  envelope: Plane;
}

/** Decides what is before the garment, where it may grow to hide old clothes, and how far it may stand off. */
export function layersOf(person: Person, frame: Frame, old: OldClothes, fitted: FittedTop): Layers {
  const { width, height } = person.mask;
  const front = new Float32Array(width * height);
  const sleeveFront = new Float32Array(width * height);
  const cover = new Float32Array(width * height);
  const things = new Uint8Array(width * height);
  const isFront = frontTest(person, frame, old, fitted);
  const isBeyondSleeve = sleeveTest(frame, fitted);
  const middle = midway(...fitted.shoulders);
  const envelope = envelopeOf(person, frame, fitted);
  const own = clothSpans(old.plane);
  const near = widened(own, Math.round(frame.unit * person.scale * 0.05));
  for (let x = 0; x < width; x++) {
    for (let y = 0; y < height; y++) {
      const i = y * width + x;
      const at = { x: (x + 0.5) / person.scale, y: (y + 0.5) / person.scale };
      if (frame.head && isNear(at, frame.head) && isFace(at, frame.head)) {
        envelope.data[i] = 0;
        continue;
      }
      if (person.mask.data[i]! < 0.02) continue;
      const down = (at.x - middle.x) * fitted.axis.x + (at.y - middle.y) * fitted.axis.y;
      cover[i] = down > -0.1 * fitted.length && !isBeyondSleeve(at) ? 1 : 0;
      if (frame.head && faceCoordinates(at, frame.head).down < frame.head.height * 0.55) {
        // Of one piece with the hair that falls from it.
        front[i] = sleeveFront[i] = things[i] = 1;
        continue;
      }
      if (old.plane.data[i]! <= 0.5 && person.mask.data[i]! >= 0.3) {
        // A strap may end beside the cloth; bare skin in an opening has no cloth above it.
        const { first, last } = (old.skin.data[i]! > 0.5 ? own : near)[x]!;
        const before = isFront(at, i, y > first, y < last);
        front[i] = before === 'nothing' ? 0 : 1;
        const isThing = before !== 'nothing' && old.skin.data[i]! <= 0.5;
        things[i] = isThing && !onArm(at, frame) && !nearHand(at, frame, 0.4) ? 1 : 0;
        sleeveFront[i] = before === 'all' ? 1 : 0;
      }
    }
  }
  const least = speck * (frame.unit * person.scale) ** 2;
  for (const { pixels, area } of components(things, width, height)) {
    if (area < least) for (const i of pixels) front[i] = sleeveFront[i] = 0;
  }
  return {
    front: softBlur({ data: front, width, height }, 1),
    sleeveFront: softBlur({ data: sleeveFront, width, height }, 1),
    cover: { data: cover, width, height },
    envelope,
  };
}

/** Least area of hair or a strap, square shoulder widths: less is a line of a print or the waistband in a gap. */
const speck = 0.01;

/** Brows to chin, a little more than the face itself: whatever the other rules say, nothing is drawn there. */
export function isFace(at: Point, head: Head): boolean {
  const { along, down } = faceCoordinates(at, head);
  return (along / (head.eyeGap * 1.3)) ** 2 + ((down - head.eyeGap * 0.6) / (head.eyeGap * 1.35)) ** 2 < 1;
}

/** The face lies within: for asking about few places only. */
const isNear = ({ x, y }: Point, { eyes, eyeGap }: Head): boolean =>
  Math.abs(x - eyes.x) < 2 * eyeGap && Math.abs(y - eyes.y) < 2 * eyeGap;

interface Span {
  first: number;
  last: number;
}

/** First and last row with old cloth in each column. */
const clothSpans = ({ data, width, height }: Plane): Span[] =>
  Array.from({ length: width }, (_, x) => {
    let [first, last] = [height, -1];
    for (let y = 0; y < height; y++) {
      if (data[y * width + x]! <= 0.5) continue;
      first = Math.min(first, y);
      last = y;
    }
    return { first, last };
  });

/** The same of each column and those up to `reach` beside it. */
const widened = (spans: Span[], reach: number): Span[] =>
  spans.map((_, x) => {
    const near = spans.slice(Math.max(0, x - reach), x + reach + 1);
    return {
      first: Math.min(...near.map(({ first }) => first)),
      last: Math.max(...near.map(({ last }) => last)),
    };
  });

/** What a place that is not old cloth is before. */
type Before = 'all' | 'torso' | 'nothing';

/** Between two pieces of old cloth, above and below, something else is an arm, a hand, hair or a strap. */
function frontTest(person: Person, frame: Frame, old: OldClothes, fitted: FittedTop) {
  const limbs = largeSkin(person, frame, old);
  const [a, b] = frame.sides;
  // Straps and hair end above the waist; what is seen below it between cloth is trousers.
  const waist = (a.shoulder.y + b.shoulder.y) / 2 + frame.torso * 0.72;
  return (at: Point, i: number, below: boolean, above: boolean): Before => {
    if (inCollar(at, fitted)) return 'all';
    const enclosed = below && above;
    if (old.skin.data[i]! > 0.5) {
      if (nearHand(at, frame)) return 'all';
      // Skin above all cloth is the neck and chest.
      const limb = limbs[i]! === piece.arm || (enclosed && limbs[i]! === piece.large);
      return limb || nearForearm(at, frame) ? 'torso' : 'nothing';
    }
    // Lit from the side an arm has parts that do not look like skin.
    if (onArm(at, frame)) return nearHand(at, frame) ? 'all' : 'torso';
    if (enclosed) return at.y < waist || nearHand(at, frame) ? 'all' : 'nothing';
    return above ? 'all' : 'nothing';
  };
}

const nearHand = (at: Point, { sides, unit }: Frame, believed = 0.2): boolean =>
  sides.some(({ seen, wrist, elbow }) => {
    const hand = plus(wrist, { x: wrist.x - elbow.x, y: wrist.y - elbow.y }, 0.2);
    return seen.wrist >= believed && distance(at, hand) < unit * 0.2;
  });

/** Close to the bones of an arm that is surely seen. */
const onArm = (at: Point, { sides, unit }: Frame): boolean =>
  sides.some(
    ({ seen, shoulder, elbow, wrist }) =>
      Math.min(seen.elbow, seen.wrist) >= 0.4 &&
      Math.min(fromSegment(at, between(shoulder, elbow, 0.5), elbow), fromSegment(at, elbow, wrist)) <
        unit * 0.12,
  );

const nearForearm = (at: Point, { sides, unit }: Frame): boolean =>
  sides.some(({ elbow, wrist }) => fromSegment(at, elbow, wrist) < unit * 0.16);

const piece = { small: 0, large: 1, arm: 2 };

/**
 * Skin in pieces as large as hands and arms; what shows between shirt and trousers is smaller. A large piece that
 * has a hand or forearm and no face is an arm, wherever the joints saw its elbow.
 */
function largeSkin(person: Person, frame: Frame, old: OldClothes): Uint8Array {
  const { width, height, data } = person.mask;
  const large = new Uint8Array(width * height);
  const skin = large.map((_, i) =>
    old.skin.data[i]! > 0.5 && old.plane.data[i]! < 0.5 && data[i]! > 0.3 ? 1 : 0,
  );
  const at = (i: number): Point => placeAt(i, width, person.scale);
  const least = 0.018 * (frame.unit * person.scale) ** 2;
  for (const { pixels, area } of components(skin, width, height)) {
    if (area < least) continue;
    const near = pixels.filter((i) => nearHand(at(i), frame) || nearForearm(at(i), frame)).length;
    const isArm = near > 0.05 * area && !pixels.some((i) => frame.head && isFace(at(i), frame.head));
    for (const i of pixels) large[i] = isArm ? piece.arm : piece.large;
  }
  return large;
}

/** The opening of the collar: an ellipse that hangs from the shoulder line, and a wider one above it. */
function inCollar(at: Point, { shoulders, axis }: FittedTop): boolean {
  const middle = midway(...shoulders);
  const span = distance(...shoulders);
  const down = (at.x - middle.x) * axis.x + (at.y - middle.y) * axis.y;
  const aside = (at.y - middle.y) * axis.x - (at.x - middle.x) * axis.y;
  const depth = Math.max(0, down) / (span * 0.11);
  return (aside / (span * (down < 0 ? 0.3 : 0.21))) ** 2 + depth ** 2 < 1;
}

/** On an arm past the end of the new sleeve: there a long old sleeve stays, as a layer below. */
function sleeveTest(frame: Frame, fitted: FittedTop): (at: Point) => boolean {
  const arms = frame.sides.flatMap(({ shoulder, elbow, wrist, seen }, side) => {
    const reach = fitted.reach[side]! * 1.1;
    const upper = distance(shoulder, elbow);
    // Short sleeves below short sleeves are hidden whole.
    const hidden = reach > 0 && fitted.worn[side]! < upper * 1.05;
    if (reach > upper * 1.5 || seen.elbow < 0.25 || hidden) return [];
    return [{ shoulder, elbow, wrist, upper, end: Math.max(reach, upper * 0.25) }];
  });
  return (at) =>
    arms.some(({ shoulder, elbow, wrist, upper, end }) => {
      const along = shareAlong(at, shoulder, elbow);
      if (along < 1 && along * upper <= end) return false;
      const away = along >= 1 ? fromSegment(at, elbow, wrist) : fromSegment(at, shoulder, elbow);
      if (away >= frame.unit * wholeArm) return false;
      // Before the torso only what is close to the bone is arm.
      const { t, u } = torsoCoordinates(at, frame);
      return away < frame.unit * (t < 1.1 && u > 0.05 && u < 0.95 ? innerArm : wholeArm);
    });
}

/** How far from its bone an arm reaches, shoulder widths. */
const [innerArm, wholeArm] = [0.1, 0.17];

/** Long sleeves are drawn over bare arms and need room; short ones follow the old outline closely. */
function envelopeOf(person: Person, frame: Frame, fitted: FittedTop): Plane {
  const { width, height, data } = person.mask;
  const far = distanceTo(
    marked(data, (share) => share > 0.5),
    width,
    height,
  );
  const long = frame.sides.some(
    ({ shoulder, elbow }, side) => fitted.reach[side]! > distance(shoulder, elbow) * 1.3,
  );
  const loose = (share: number) => Math.max(1.2, frame.unit * person.scale * share);
  const [near, wide] = [loose(0.018), loose(long ? 0.05 : 0.018)];
  // A hood behind long hair must not stand out beside it.
  const shoulders = Math.min(...fitted.shoulders.map(({ y }) => y)) * person.scale * width;
  for (let i = 0; i < far.length; i++)
    far[i] = clamp(((i > shoulders ? wide : near) - far[i]!) / 1.5 + 0.5, 0, 1);
  return { data: far, width, height };
}
