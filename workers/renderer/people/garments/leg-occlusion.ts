import { marked } from '../../pixels/arrays.ts';
import { softBlur } from '../../pixels/box-blur.ts';
import { clamp } from '../../pixels/clamp.ts';
import { components } from '../../pixels/components.ts';
import { dilate, distanceTo, erode } from '../../pixels/distance.ts';
import { distance, fromSegment, type Point, placeAt, plus } from '../../pixels/points.ts';
import type { Frame } from '../body/body.ts';
import { isChest } from '../body/body-places.ts';
import type { Person } from '../body/read-person.ts';
import type { FittedBottom } from './fit-bottom.ts';
import type { LegLandmarks } from './leg-landmarks.ts';
import { isFace, type Layers } from './occlusion.ts';
import type { OldClothes } from './old-clothes.ts';

/** Half the width of a strip, shoulder widths: the sunlit side of a leg connects a hand with the rip at the knee. */
const strip = 0.018;
/** Margin in mask pixels, in which the old cloth's own edge decides at full size. */
const margin = 3;

/**
 * Computes what is in front of trousers or a skirt: hands and arms, the top that hangs over the waistband, shoes,
 * bags; and where the new cloth may extend to hide the old.
 */
export function legLayers(
  person: Person,
  frame: Frame,
  old: OldClothes,
  body: LegLandmarks,
  fitted: FittedBottom,
): Layers {
  const { width, height, data } = person.mask;
  const at = (i: number): Point => placeAt(i, width, person.scale);
  const objects = objectsInFront(person, frame, old, body);
  const isSeen = (i: number) => data[i]! >= 0.02 || old.plane.data[i]! >= 0.02;
  const isFront = (i: number) => isSeen(i) && isHand(at(i), frame, old.skin.data[i]! > 0.5);
  const inFront = objects.map((near, i) => (near || isFront(i) ? 1 : 0));
  const front = softBlur({ width, height, data: inFront }, 1);
  const isBelow = hemTest(body, fitted);
  const cover = objects.map((_, i) => (isSeen(i) && !isBelow(at(i)) ? 1 : 0));
  // The mesh itself is as wide as legs and cloth; only the face stays free.
  const envelope = objects.map((_, i) => (frame.head && isFace(at(i), frame.head) ? 0 : 1));
  return {
    front,
    sleeveFront: front,
    cover: { data: cover, width, height },
    envelope: { data: envelope, width, height },
  };
}

/**
 * Pieces that are neither old trousers nor bare legs and hang from the top or are below an ankle, with a margin: the top
 * itself, bags, shoes. Others are folds, rips and prints of the old trousers.
 */
function objectsInFront(
  person: Person,
  frame: Frame,
  old: OldClothes,
  { along }: LegLandmarks,
): Float32Array {
  const { width, height, data } = person.mask;
  const isOther = (share: number, i: number) => share >= 0.3 && old.plane.data[i]! <= 0.5;
  // Skin in pieces that reach the thighs is bare leg; bellies and arms do not reach them.
  const thighs = Math.min(along(0, 0.24).y, along(1, 0.24).y) * person.scale;
  const skin = marked(data, (share, i) => isOther(share, i) && old.skin.data[i]! > 0.5);
  const other = marked(data, isOther);
  for (const { pixels, box } of components(skin, width, height)) {
    if (box.y + box.height > thighs) for (const i of pixels) other[i] = 0;
  }
  const radius = strip * frame.unit * person.scale;
  const attached = new Uint8Array(other.length);
  for (const { pixels } of components(erode(other, width, height, radius), width, height)) {
    const isAttached = pixels.some((i) => {
      const at = placeAt(i, width, person.scale);
      return isChest(at, frame) || frame.sides.some(({ ankle }) => at.y > ankle.y);
    });
    if (isAttached) for (const i of pixels) attached[i] = 1;
  }
  const whole = dilate(attached, width, height, radius + 1).map((near, i) => near & other[i]!);
  return distanceTo(whole, width, height).map((d) => (d <= margin ? 1 : 0));
}

/** Pixels close to a hand are hand, glove or sleeve; skin along the whole arm is in front of the legs. */
const isHand = (at: Point, { sides, unit }: Frame, skin: boolean): boolean =>
  sides.some(({ elbow, wrist, seen }) => {
    if (seen.wrist < 0.2) return false;
    const fingers = plus(wrist, { x: wrist.x - elbow.x, y: wrist.y - elbow.y }, 0.4);
    const arm = fromSegment(at, elbow, fingers);
    return arm < unit * (skin ? 0.2 : 0.11) || (skin && distance(at, fingers) < unit * 0.24);
  });

/**
 * True below shorts and skirts, where long old trousers stay visible as a lower layer; starts a little above the hem,
 * which may be curved.
 */
function hemTest({ along, worn }: LegLandmarks, { reach }: FittedBottom): (at: Point) => boolean {
  if (!reach.some((share, side) => share < worn[side]! - 0.12)) return () => false;
  const [left, right] = [along(0, Math.max(0, reach[0] - 0.12)), along(1, Math.max(0, reach[1] - 0.12))];
  return ({ x, y }) =>
    y > left.y + (right.y - left.y) * clamp((x - left.x) / Math.max(1, right.x - left.x), 0, 1);
}
