import { marked } from '../../pixels/arrays.ts';
import { softBlur } from '../../pixels/blur.ts';
import { clamp } from '../../pixels/clamp.ts';
import { components } from '../../pixels/components.ts';
import { distanceTo, erode } from '../../pixels/distance.ts';
import { distance, fromSegment, type Point, placeAt, plus } from '../../pixels/points.ts';
import type { Frame } from '../body/body.ts';
import { isChest } from '../body/body-places.ts';
import type { Person } from '../body/read-person.ts';
import type { FittedBottom } from './fit-skirt.ts';
import { kneeAt, type LegLandmarks } from './leg-landmarks.ts';
import { ease } from './leg-rows.ts';
import { isFace, type Layers } from './occlusion.ts';
import type { OldClothes } from './old-clothes.ts';

/** Half the width of a strip, shoulder widths. */
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
  const { width, height } = person.mask;
  const front = objectsInFront(person, frame, old, body);
  const cover = new Float32Array(width * height);
  const envelope = getEnvelope(person, frame, old, fitted);
  for (let i = 0; i < front.length; i++) {
    const at = placeAt(i, width, person.scale);
    if (frame.head && isFace(at, frame.head)) envelope[i] = 0;
    if (person.mask.data[i]! < 0.02 && old.plane.data[i]! < 0.02) continue;
    if (isHand(at, frame, old.skin.data[i]! > 0.5)) front[i] = 1;
    cover[i] = beyondHem(at, body, fitted) ? 0 : 1;
  }
  const before = softBlur({ data: front, width, height }, 1);
  return {
    front: before,
    sleeveFront: before,
    cover: { data: cover, width, height },
    envelope: { data: envelope, width, height },
  };
}

/**
 * Pieces that are neither old trousers nor bare legs and hang from the top or are below an ankle, with a margin: the top
 * itself, bags, shoes. Others are folds, rips and prints of the old trousers.
 */
function objectsInFront(person: Person, frame: Frame, old: OldClothes, body: LegLandmarks): Float32Array {
  const { width, height, data } = person.mask;
  const legs = bareLegs(person, old, body);
  const other = marked(data, (share, i) => !(share < 0.3 || old.plane.data[i]! > 0.5 || legs[i] === 1));
  const isAttached = (i: number): boolean => {
    const at = placeAt(i, width, person.scale);
    return isChest(at, frame) || frame.sides.some(({ ankle }) => at.y > ankle.y);
  };
  const before = new Uint8Array(width * height);
  for (const pixels of thickPieces(other, width, height, strip * frame.unit * person.scale)) {
    if (pixels.some(isAttached)) for (const i of pixels) before[i] = 1;
  }
  return distanceTo(before, width, height).map((d) => (d <= margin ? 1 : 0));
}

/** Pieces connected by more than a strip: the sunlit side of a leg connects a hand with the rip at the knee. */
function thickPieces(mask: Uint8Array, width: number, height: number, radius: number): number[][] {
  const cores = components(erode(mask, width, height, radius), width, height);
  const assigned = new Uint8Array(mask.length);
  for (const { pixels } of cores) for (const i of pixels) assigned[i] = 1;
  // All grow back in parallel, so that none takes pixels closer to another.
  const grown = cores.map(({ pixels }) => [...pixels]);
  const fronts = grown.map((pixels) => [...pixels]);
  for (let step = 0; step <= radius; step++) {
    fronts.forEach((front, k) => {
      fronts[k] = front.flatMap((i) => {
        const x = i % width;
        return [x > 0 ? i - 1 : -1, x + 1 < width ? i + 1 : -1, i - width, i + width].filter((j) => {
          if (mask[j] !== 1 || assigned[j] === 1) return false;
          assigned[j] = 1;
          return true;
        });
      });
      grown[k]!.push(...fronts[k]!);
    });
  }
  return grown;
}

/** Row half-way down the thighs, mask pixels: tops are rarely longer. */
const thighRow = ({ scale }: Person, { along }: LegLandmarks): number =>
  Math.min(along(0, kneeAt * 0.6).y, along(1, kneeAt * 0.6).y) * scale;

/** Skin in pieces that reach the knees: bare legs, also visible through rips. Bellies and arms do not reach them. */
function bareLegs(person: Person, old: OldClothes, body: LegLandmarks): Uint8Array {
  const { width, height, data } = person.mask;
  const skin = marked(
    data,
    (share, i) => share >= 0.3 && old.plane.data[i]! <= 0.5 && old.skin.data[i]! > 0.5,
  );
  const thighs = thighRow(person, body);
  const legs = new Uint8Array(width * height);
  for (const { pixels, box } of components(skin, width, height)) {
    if (box.y + box.height > thighs) for (const i of pixels) legs[i] = 1;
  }
  return legs;
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
 * Below shorts and skirts long old trousers stay visible as a lower layer; starts a little above the hem, which
 * may be curved.
 */
function beyondHem(at: Point, { along, worn }: LegLandmarks, { reach }: FittedBottom): boolean {
  const down = (side: 0 | 1): number => shareOfLeg(at, side, along);
  const side = nearerLeg(at, along);
  return reach[side] < worn[side] - 0.12 && down(side) > reach[side] - 0.12;
}

function nearerLeg(at: Point, along: LegLandmarks['along']): 0 | 1 {
  const far = (side: 0 | 1) =>
    Math.min(
      fromSegment(at, along(side, 0), along(side, 0.5)),
      fromSegment(at, along(side, 0.5), along(side, 1.1)),
    );
  return far(0) <= far(1) ? 0 : 1;
}

/** Share of the leg whose cross-section contains a point. */
function shareOfLeg(at: Point, side: 0 | 1, along: LegLandmarks['along']): number {
  let [best, share] = [Number.POSITIVE_INFINITY, 0];
  for (let s = 0; s <= 1.1; s += 0.05) {
    const d = distance(at, along(side, s));
    if (d < best) [best, share] = [d, s];
  }
  return share;
}

/** Cloth extends beyond the legs only as far as it is wider than they are. */
function getEnvelope(
  { mask, scale }: Person,
  { unit }: Frame,
  old: OldClothes,
  { loose }: FittedBottom,
): Float32Array {
  const { width, height, data } = mask;
  const inside = marked(data, (share, i) => share > 0.5 || old.plane.data[i]! > 0.5);
  const maxDistance = Math.max(1.2, (unit * (ease + 0.01) + loose) * scale);
  return distanceTo(inside, width, height).map((d) => clamp((maxDistance - d) / 1.5 + 0.5, 0, 1));
}
