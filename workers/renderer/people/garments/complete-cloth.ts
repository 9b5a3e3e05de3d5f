import { components } from '../../pixels/components.ts';
import { dilate, erode } from '../../pixels/distance.ts';
import { between, fromSegment, type Point, placeAt } from '../../pixels/points.ts';
import type { Frame } from '../body/body.ts';
import { type ClothesPart, torsoCoordinates } from '../body/body-places.ts';

/** The inputs for correcting a segmentation of the cloth; planes of one size. */
export interface ClothCut {
  width: number;
  height: number;
  frame: Frame;
  /** Scene pixels per pixel. */
  toScene: number;
  part: ClothesPart;
  /** The person's outline, 0–1. */
  person: Float32Array;
  /** Prior for (positive) or against cloth, by place. */
  bias: Float32Array;
  skin: Uint8Array;
  /** Of head and hands, by the joints. */
  bare: Uint8Array;
}

/** Minimum outline value on the person: the soft rim would connect all pieces. */
const onPerson = 0.5;
/** Gaps that are closed whatever they show, shoulder widths: half their width, and their length; straps are longer. */
const gap = { half: 0.07, longest: 0.9 };
/** Area of a patch without cloth that is taken for a print, in squares of the shoulder width: at most, and whatever its color. */
const patch = { largest: 0.6, smallest: 0.04 };
/** Area of a piece of cloth, as a share of the largest. */
const smallestPiece = 0.02;
/** Below this mean prior a patch is not where a garment is: trousers, belts, bellies below the hem. */
const elsewhere = -0.35;

/**
 * Corrects a segmentation (1 cloth, 0 other) where colors are not enough. Clothes have no holes: what is neither
 * connected with head, hand or forearm nor outside the garment's place is a print, a seam or shade.
 */
export function completeCloth(labels: Uint8Array, cut: ClothCut): void {
  if (cut.part !== 'legs') closeGaps(labels, cut);
  const { width, height, person, skin, frame, toScene } = cut;
  const shoulders = (frame.unit / toScene) ** 2;
  // First all patches together, then those that are not skin: a rim of the color of skin connects many.
  for (const isKind of [() => true, (i: number) => skin[i] === 0]) {
    const open = labels.map((label, i) => (label === 0 && person[i]! >= onPerson && isKind(i) ? 1 : 0));
    for (const { pixels, area } of components(open, width, height)) {
      const isPrint = area < patch.largest * shoulders && !isBody(pixels, cut, patch.smallest * shoulders);
      if (isPrint) for (const i of pixels) labels[i] = 1;
    }
  }
  dropIslands(labels, cut);
}

/** Removes small patches of the cloth's color apart from it: sunlit edges of arms, pockets of jeans. */
function dropIslands(labels: Uint8Array, { width, height, part }: ClothCut): void {
  const pieces = components(labels, width, height);
  const largest = Math.max(...pieces.map(({ area }) => area));
  const least = largest * (part === 'legs' ? 0 : smallestPiece);
  for (const { pixels, area } of pieces) if (area < least) for (const i of pixels) labels[i] = 0;
}

/** Closes short, narrow gaps on the person; head, hands and forearms stay bare. */
function closeGaps(
  labels: Uint8Array,
  { width, height, person, bare, bias, skin, frame, toScene }: ClothCut,
): void {
  const size = frame.unit / toScene;
  const closed = erode(dilate(labels, width, height, gap.half * size), width, height, gap.half * size);
  const gaps = labels.map((label, i) => {
    const isOpen = label === 0 && closed[i] === 1 && person[i]! >= onPerson;
    if (!isOpen || bare[i] === 1 || bias[i]! <= elsewhere) return 0;
    return skin[i] === 0 || !isForearmOrHand(placeAt(i, width, 1 / toScene), frame) ? 1 : 0;
  });
  for (const { pixels, box } of components(gaps, width, height)) {
    if (Math.max(box.width, box.height) < gap.longest * size) for (const i of pixels) labels[i] = 1;
  }
}

/** True for pixels of the head, a hand, bare skin, what hangs from the shoulders, or another garment. */
function isBody(pixels: number[], cut: ClothCut, small: number): boolean {
  const { skin, bare, bias, frame, part, toScene, width } = cut;
  const count = (test: (i: number) => boolean) => pixels.filter(test).length / pixels.length;
  if (count((i) => bare[i] === 1) > (part === 'legs' ? 0.3 : 0.05)) return true;
  if (pixels.reduce((sum, i) => sum + bias[i]!, 0) / pixels.length < elsewhere) return true;
  const bareSkin = count((i) => skin[i] === 1);
  if (part === 'legs') return bareSkin > 0.4;
  const at = (i: number) => placeAt(i, width, 1 / toScene);
  if (bareSkin > 0.4 && count((i) => isForearmOrHand(at(i), frame)) > 0.3) return true;
  // Straps and hair start at the shoulder line.
  return pixels.length > small && count((i) => torsoCoordinates(at(i), frame).t < 0.1) > 0.15;
}

const isForearmOrHand = (at: Point, { sides, unit }: Frame): boolean =>
  sides.some(({ elbow, wrist }) => fromSegment(at, elbow, between(elbow, wrist, 1.5)) < unit * 0.2);
