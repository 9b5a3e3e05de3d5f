import { type Component, components } from '../../pixels/components.ts';
import { distanceTo } from '../../pixels/distance.ts';
import { between, fromSegment, type Point } from '../../pixels/points.ts';
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
/** Half the width of the gaps that are closed whatever they show, shoulder widths. */
const gapRadius = 0.07;
/** Maximum length of such a gap: straps are longer. */
const longestGap = 0.9;
/** Area of a gap that is closed although it has the color of skin, in squares of the shoulder width. */
const smallest = 0.04;
/** Maximum area of a patch without cloth that is taken for a print, in squares of the shoulder width. */
const largestPatch = 0.6;
/** Below this mean prior a patch is not where a garment is: trousers, belts, bellies below the hem. */
const elsewhere = -0.35;

/**
 * Corrects a segmentation (1 cloth, 0 other) where colors are not enough. Clothes have no holes: what is neither
 * connected with head or hand nor outside the garment's place is a print, a seam or shade.
 */
export function completeCloth(labels: Uint8Array, cut: ClothCut): void {
  dropIslands(labels, cut);
  fillEnclosed(labels, cut);
  if (cut.part === 'legs') return;
  closeGaps(labels, cut);
  fillPatches(labels, cut);
}

/** Removes cloth-colored patches mostly outside the garment's place: pockets of jeans, a bag, a light on a helmet. */
function dropIslands(labels: Uint8Array, { bias, width, height }: ClothCut): void {
  for (const { pixels } of components(labels, width, height)) {
    const mean = pixels.reduce((sum, i) => sum + bias[i]!, 0) / pixels.length;
    if (mean <= -0.25) for (const i of pixels) labels[i] = 0;
  }
}

/** Fills gaps enclosed by cloth, unless they are skin (a hand in front of the chest, a knee). */
function fillEnclosed(
  labels: Uint8Array,
  { skin, bare, width, height, frame, toScene, part }: ClothCut,
): void {
  const small = part === 'legs' ? 0 : smallest * (frame.unit / toScene) ** 2;
  const gaps = labels.map((label) => 1 - label);
  for (const { pixels, box } of components(gaps, width, height)) {
    if (box.x === 0 || box.y === 0 || box.x + box.width === width || box.y + box.height === height) continue;
    const count = (marks: Uint8Array) => pixels.reduce((sum, i) => sum + marks[i]!, 0);
    const isBody = pixels.length < small ? count(bare) > 0 : count(skin) > pixels.length * 0.4;
    if (!isBody) for (const i of pixels) labels[i] = 1;
  }
}

/** Closes narrow gaps on the person, up to the outline; head, hands and arms stay bare. */
function closeGaps(labels: Uint8Array, cut: ClothCut): void {
  const { width, height, person, bare, bias, frame, toScene } = cut;
  const radius = (gapRadius * frame.unit) / toScene;
  const near = distanceTo(labels, width, height);
  const mayClose = (i: number) =>
    person[i]! >= onPerson && bare[i] === 0 && bias[i]! > elsewhere && !isArm(i, cut);
  const open = labels.map((label, i) => (label === 0 && person[i]! >= onPerson && near[i]! > radius ? 1 : 0));
  const far = distanceTo(open, width, height);
  const gaps = labels.map((label, i) => (label === 0 && far[i]! > radius && mayClose(i) ? 1 : 0));
  for (const { pixels, box } of components(gaps, width, height)) {
    if (Math.max(box.width, box.height) * toScene > longestGap * frame.unit) continue;
    for (const i of pixels) labels[i] = 1;
  }
}

/** Fills patches of the garment's place that are connected with neither head, hand, forearm nor shoulder line. */
function fillPatches(labels: Uint8Array, cut: ClothCut): void {
  const { width, height, person, skin, frame, toScene } = cut;
  const largest = largestPatch * (frame.unit / toScene) ** 2;
  // First all patches together, then those that are not skin: a rim of the color of skin connects many.
  for (const isKind of [() => true, (i: number) => skin[i] === 0]) {
    const open = labels.map((label, i) => (label === 0 && person[i]! >= onPerson && isKind(i) ? 1 : 0));
    for (const patch of components(open, width, height)) {
      if (patch.area < largest && isCloth(patch, cut)) for (const i of patch.pixels) labels[i] = 1;
    }
  }
}

function isCloth({ pixels, area, box }: Component, cut: ClothCut): boolean {
  const { bias, bare, frame, toScene, width } = cut;
  const share = (test: (i: number) => boolean) => pixels.filter(test).length / area;
  if (share((i) => bare[i] === 1) > 0.05 || share((i) => isArm(i, cut)) > 0.3) return false;
  if (pixels.reduce((sum, i) => sum + bias[i]!, 0) / area < elsewhere) return false;
  const top = { x: (box.x + box.width / 2) * toScene, y: box.y * toScene };
  // Straps and hair start at the shoulder line.
  return (
    torsoCoordinates(top, frame).t > 0 ||
    share((i) => torsoCoordinates(getPoint(i, width, toScene), frame).t > 0.1) > 0.85
  );
}

/** True for skin beside a forearm that is seen. */
function isArm(i: number, { skin, frame, width, toScene }: ClothCut): boolean {
  if (skin[i] === 0) return false;
  const at = getPoint(i, width, toScene);
  return frame.sides.some(
    ({ seen, elbow, wrist }) =>
      seen.wrist >= 0.2 && fromSegment(at, elbow, between(elbow, wrist, 1.25)) < frame.unit * 0.2,
  );
}

const getPoint = (i: number, width: number, toScene: number): Point => ({
  x: ((i % width) + 0.5) * toScene,
  y: (Math.floor(i / width) + 0.5) * toScene,
});
