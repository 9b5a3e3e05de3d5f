import { drawnAffine } from '../../pixels/affine.ts';
import type { Pixels } from '../../pixels/pixels.ts';
import type { Point } from '../../pixels/points.ts';
import type { Frame, Side } from '../body/body.ts';
import { getHand, type HandArea } from '../body/hand.ts';
import type { Person } from '../body/read-person.ts';
import type { Worn } from '../garments/worn.ts';

/** Shoulder joints of an adult are about 36 cm apart. */
const shouldersCm = 36;
/** Minimum wrist score of a visible hand. */
const minScore = 0.4;

/** Hangs a bag from the hand, its handle in the fingers, or from the shoulder when no hand is in the image. */
export async function carryBag(
  bag: { cutout: Pixels; widthCm: number; inHand: boolean },
  scene: Pixels,
  person: Person,
  frame: Frame,
): Promise<Worn | undefined> {
  const width = (bag.widthCm * frame.unit) / shouldersCm;
  const height = (width * bag.cutout.height) / bag.cutout.width;
  const side = bag.inHand ? handSide(frame, scene, height) : undefined;
  if (side) {
    const hand = getHand(side, scene, person, frame);
    return inHand(bag.cutout, hand, { width, height }, scene, frame.unit);
  }
  return onShoulder(bag.cutout, { width, height }, scene, frame);
}

interface Size {
  width: number;
  height: number;
}

function handSide(frame: Frame, scene: Pixels, height: number): Side | undefined {
  return frame.sides
    .filter(
      ({ seen: { wrist: score }, wrist: { x, y } }) =>
        score >= minScore && x > 0 && x < scene.width && y + height * 0.6 < scene.height,
    )
    .sort((p, q) => q.seen.wrist - p.seen.wrist)[0];
}

async function inHand(
  cutout: Pixels,
  { grip, covers }: HandArea,
  size: Size,
  scene: Pixels,
  unit: number,
): Promise<Worn | undefined> {
  const layer = await drawFromTop(cutout, { x: grip.x, y: grip.y - unit * 0.03 }, size, scene);
  if (layer) eraseWhere(layer, covers);
  return layer;
}

/**
 * Puts the handle over the shoulder and the bag beside the arm, on the side that has more room in the image or
 * is better visible.
 */
function onShoulder(
  cutout: Pixels,
  size: Size,
  scene: Pixels,
  { sides, unit }: Frame,
): Promise<Worn | undefined> {
  const candidates = sides.map((side, k) => {
    const x = side.shoulder.x + (k === 0 ? -1 : 1) * unit * 0.03;
    const start = x - (parseHandle(cutout) * size.width) / cutout.width;
    const inside = Math.min(scene.width, start + size.width) - Math.max(0, start);
    return { x, y: side.shoulder.y - unit * 0.1, rank: (2 * inside) / size.width + side.seen.elbow };
  });
  const best = candidates[0]!.rank >= candidates[1]!.rank ? candidates[0]! : candidates[1]!;
  return drawFromTop(cutout, best, size, scene);
}

/** Draws the bag so that the top of its handle is at a place. */
function drawFromTop(
  cutout: Pixels,
  top: Point,
  { width, height }: Size,
  scene: Pixels,
): Promise<Worn | undefined> {
  const x = top.x - (parseHandle(cutout) * width) / cutout.width;
  return drawnAffine(
    cutout,
    [
      { x: 0, y: 0 },
      { x: cutout.width, y: 0 },
      { x: 0, y: cutout.height },
    ],
    [
      { x, y: top.y },
      { x: x + width, y: top.y },
      { x, y: top.y + height },
    ],
    // A bag may hang outside the close view; parts outside the scene are not painted.
    { x: -width, width: scene.width + 2 * width, height: scene.height + height },
  );
}

/** Middle column of the topmost part: the bend of the handle. */
function parseHandle({ data, width, height }: Pixels): number {
  let first = -1;
  let [sum, count] = [0, 0];
  for (let y = 0; y < height && (first < 0 || y < first + height * 0.02); y++) {
    for (let x = 0; x < width; x++) {
      if (data[(y * width + x) * 4 + 3]! < 128) continue;
      if (first < 0) first = y;
      sum += x + 0.5;
      count++;
    }
  }
  return count === 0 ? width / 2 : sum / count;
}

function eraseWhere({ rect, pixels: { data } }: Worn, isHidden: (p: Point) => boolean): void {
  for (let i = 0; i < rect.width * rect.height; i++) {
    if (data[i * 4 + 3] === 0) continue;
    const p = { x: rect.x + (i % rect.width) + 0.5, y: rect.y + Math.floor(i / rect.width) + 0.5 };
    if (isHidden(p)) data[i * 4 + 3] = 0;
  }
}
