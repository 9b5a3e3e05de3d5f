import { drawnAffine, toCorner } from '../../pixels/affine.ts';
import { hideWhere } from '../../pixels/layer.ts';
import type { Pixels } from '../../pixels/pixels.ts';
import type { Point } from '../../pixels/points.ts';
import { unbounded } from '../../pixels/rect.ts';
import type { Frame, Side } from '../body/body.ts';
import { getHand } from '../body/hand.ts';
import type { Figure, Worn } from '../garments/worn.ts';

/** Shoulder joints of an adult are about 36 cm apart. */
const shouldersCm = 36;
/** Minimum wrist score of a visible hand. */
const minScore = 0.4;

/** Hangs a bag from the hand, its handle in the fingers, or from the shoulder when no hand is in the image. */
export async function carryBag(
  { cutout, ...bag }: { cutout: Pixels; widthCm: number; inHand: boolean },
  { scene, person, frame }: Figure,
): Promise<Worn | undefined> {
  const width = (bag.widthCm * frame.unit) / shouldersCm;
  const height = (width * cutout.height) / cutout.width;
  const handle = (parseHandle(cutout) * width) / cutout.width;
  const side = bag.inHand ? findCarrier(frame, scene, height) : undefined;
  const hand = side && getHand(side, scene, person, frame);
  const top = hand
    ? { x: hand.grip.x, y: hand.grip.y - frame.unit * 0.03 }
    : findShoulder(frame, scene, { width, handle });
  const [x, y] = [top.x - handle, top.y];
  const layer = await drawnAffine(
    cutout,
    toCorner({ x: 0, y: 0, width: cutout.width, height: cutout.height }),
    toCorner({ x, y, width, height }),
    // A bag may hang outside the close view; parts outside the scene are not painted.
    unbounded,
  );
  if (layer && hand) hideWhere(layer, (p) => (hand.covers(p) ? 1 : 0));
  return layer;
}

/** The side of the more certain hand that has room for a bag below it. */
function findCarrier(frame: Frame, scene: Pixels, height: number): Side | undefined {
  return frame.sides
    .filter(
      ({ seen: { wrist: score }, wrist: { x, y } }) =>
        score >= minScore && x > 0 && x < scene.width && y + height * 0.6 < scene.height,
    )
    .sort((p, q) => q.seen.wrist - p.seen.wrist)[0];
}

/** The shoulder on the side that has more room in the image or is better visible: the bag hangs beside the arm. */
function findShoulder(
  { sides, unit }: Frame,
  scene: Pixels,
  { width, handle }: { width: number; handle: number },
): Point {
  const candidates = sides.map((side, k) => {
    const x = side.shoulder.x + (k === 0 ? -1 : 1) * unit * 0.03;
    const inside = Math.min(scene.width, x - handle + width) - Math.max(0, x - handle);
    return { x, y: side.shoulder.y - unit * 0.1, rank: (2 * inside) / width + side.seen.elbow };
  });
  return candidates.sort((p, q) => q.rank - p.rank)[0]!;
}

/** Middle column of the topmost part: the bend of the handle. */
function parseHandle({ data, width, height }: Pixels): number {
  const columns: number[] = [];
  let last = height;
  for (let y = 0; y < last; y++) {
    for (let x = 0; x < width; x++) if (data[(y * width + x) * 4 + 3]! >= 128) columns.push(x + 0.5);
    if (columns.length > 0) last = Math.min(last, y + height * 0.02);
  }
  return columns.length === 0 ? width / 2 : columns.reduce((sum, x) => sum + x, 0) / columns.length;
}
