import { type Component, components } from '../../pixels/components.ts';
import { dilate, distanceTo, erode } from '../../pixels/distance.ts';
import { between, distance, fromSegment, type Point, shareAlong } from '../../pixels/points.ts';
import type { Frame, Side } from '../body/body.ts';
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
const onPerson = 0.6;

/** Half the width of a thread, shoulder widths. */
const thread = 0.014;

/**
 * Corrects a segmentation (1 cloth, 0 other) where colours are not enough: prints, slivers of shade, sleeves
 * around the arm.
 */
export function mendCloth(labels: Uint8Array, cut: ClothCut): void {
  dropThreads(labels, cut);
  dropIslands(labels, cut);
  fillPrints(labels, cut);
  if (cut.part === 'legs') return;
  closeSleeves(labels, cut);
  fillSlivers(labels, cut);
}

/**
 * White stitches of jeans connect to a white shirt: removes pieces as thin as a thread where the joints predict no
 * cloth.
 */
function dropThreads(labels: Uint8Array, { bias, width, height, frame, toScene, part }: ClothCut): void {
  const radius = (thread * frame.unit) / toScene;
  if (part === 'legs' || radius < 1) return;
  const thick = dilate(erode(labels, width, height, radius), width, height, radius + 1);
  for (let i = 0; i < labels.length; i++) if (bias[i]! < 0 && thick[i] === 0) labels[i] = 0;
}

/**
 * Removes cloth-coloured patches mostly outside torso and arms: pockets of jeans, a bag. Also removes small ones
 * far from the rest, such as a light on a helmet; cloth visible between strands of hair is close to it.
 */
function dropIslands(labels: Uint8Array, cut: ClothCut): void {
  const { bias, width, height, frame, toScene, part } = cut;
  const islands = components(labels, width, height);
  const largestArea = islands.reduce((max, { area }) => Math.max(max, area), 0);
  const rest = labels.slice();
  const small = islands.filter(({ area }) => part !== 'legs' && area < 0.04 * largestArea);
  for (const { pixels } of small) for (const i of pixels) rest[i] = 0;
  const far = small.length > 0 ? distanceTo(rest, width, height) : undefined;
  const away = (0.05 * frame.unit) / toScene;
  for (const island of islands) {
    const { pixels } = island;
    const isolated =
      far !== undefined &&
      small.includes(island) &&
      pixels.every((i) => far[i]! > away) &&
      !isSleeve(island, cut);
    if (!isolated && pixels.reduce((sum, i) => sum + bias[i]!, 0) > -0.25 * pixels.length) continue;
    for (const i of pixels) labels[i] = 0;
  }
}

/** True on an upper arm: hair and straps separate a sleeve from its shirt. */
function isSleeve({ pixels, area }: Component, { width, frame, toScene }: ClothCut): boolean {
  const arms = frame.sides.filter(({ seen }) => seen.elbow >= 0.3);
  const near = pixels.filter((i) => {
    const at = pointOf(i, width, toScene);
    return arms.some(({ shoulder, elbow }) => fromSegment(at, shoulder, elbow) < frame.unit * 0.15);
  });
  return near.length > area * 0.5;
}

/** Fills gaps enclosed by cloth, which are prints, unless they are skin (a hand in front of the chest). */
function fillPrints(labels: Uint8Array, { skin, width, height }: ClothCut): void {
  const gaps = labels.map((label) => 1 - label);
  for (const { pixels, box } of components(gaps, width, height)) {
    if (box.x === 0 || box.y === 0 || box.x + box.width === width || box.y + box.height === height) continue;
    if (pixels.reduce((sum, i) => sum + skin[i]!, 0) > pixels.length * 0.4) continue;
    for (const i of pixels) labels[i] = 1;
  }
}

/** A sleeve surrounds the arm: its sunlit edge is cloth even where it has the colour of skin. */
function closeSleeves(labels: Uint8Array, cut: ClothCut): void {
  const { width, frame, toScene, person, bare } = cut;
  const sleeves = frame.sides.map((side) => ({ side, ...sleeveOf(labels, cut, side) }));
  // When both arms hang, both sleeves have the same length, even where a bone was detected beside its arm.
  const longest = Math.max(...sleeves.map(({ to }) => to));
  if (frame.sides.every(hangs)) for (const sleeve of sleeves) sleeve.to = longest;
  for (let i = 0; i < labels.length; i++) {
    if (labels[i] === 1 || bare[i] === 1 || person[i]! < onPerson) continue;
    const at = pointOf(i, width, toScene);
    for (const { side, from, to } of sleeves) {
      if (to - from < 0.15 || side.seen.elbow < 0.3) continue;
      const along = shareAlong(at, side.shoulder, side.elbow);
      if (along > from && along < to && fromSegment(at, side.shoulder, side.elbow) < frame.unit * 0.2)
        labels[i] = 1;
    }
  }
}

const hangs = ({ shoulder, elbow, seen }: Side): boolean =>
  seen.elbow >= 0.5 && elbow.y - shoulder.y > 2.5 * Math.abs(elbow.x - shoulder.x);

/** First and last share of the upper arm whose bone is under cloth; of length 0 where the arm is bare. */
function sleeveOf(
  labels: Uint8Array,
  { width, height, toScene }: ClothCut,
  side: Side,
): { from: number; to: number } {
  let [from, to] = [1, 0];
  for (let share = 0.05; share <= 1; share += 0.03) {
    const { x, y } = between(side.shoulder, side.elbow, share);
    const [column, row] = [Math.floor(x / toScene), Math.floor(y / toScene)];
    if (column < 0 || row < 0 || column >= width || row >= height) break;
    if (labels[row * width + column] === 1) {
      from = Math.min(from, share);
      to = share;
    } else if (to > 0 && share - to > 0.1) break;
  }
  return { from, to: to - 0.06 };
}

/**
 * Fills gaps that are mostly surrounded by cloth and connected to neither head nor hand: shade between arm and
 * body, prints cut by the picture's edge. Straps and hair start at the head, bags are not surrounded.
 */
function fillSlivers(labels: Uint8Array, cut: ClothCut): void {
  const { width, height, person, skin, frame, toScene } = cut;
  const largest = 0.5 * (frame.unit / toScene) ** 2;
  // First all gaps together, then skin and the rest separately: many people have a rim of the colour of skin,
  // which connects all gaps.
  const kinds = [() => true, (i: number) => skin[i] === 1, (i: number) => skin[i] === 0];
  for (const isKind of kinds) {
    const open = labels.map((label, i) => (label === 0 && person[i]! >= onPerson && isKind(i) ? 1 : 0));
    for (const gap of components(open, width, height)) {
      if (gap.area < largest && isSliver(gap, labels, cut)) for (const i of gap.pixels) labels[i] = 1;
    }
  }
}

function isSliver(gap: Component, labels: Uint8Array, cut: ClothCut): boolean {
  const atHeadOrHand = gap.pixels.filter((i) => cut.bare[i] === 1).length;
  if (atHeadOrHand > 0.1 * gap.area || isBelow(gap, cut) || fromShoulder(gap, cut)) return false;
  const share = enclosedShare(gap, labels, cut);
  if (share < (meanBias(gap, cut) > 0 ? 0.5 : 0.7)) return false;
  // A forearm ends in a hand and starts beside the body: it is rarely surrounded by cloth.
  return !isHand(gap, cut) && (share >= 0.85 || !isArm(gap, cut));
}

/** Share of the rim that is cloth; the picture's edge is not counted. */
function enclosedShare({ pixels }: Component, labels: Uint8Array, { width, height }: ClothCut): number {
  let [cloth, open] = [0, 0];
  const own = new Set(pixels);
  for (const i of pixels) {
    const x = i % width;
    for (const j of [x > 0 ? i - 1 : -1, x + 1 < width ? i + 1 : -1, i - width, i + width]) {
      if (j < 0 || j >= width * height) continue;
      if (labels[j] === 1) cloth++;
      else if (!own.has(j)) open++;
    }
  }
  return cloth / Math.max(1, cloth + open);
}

/** True for mostly skin beside a forearm. */
const isArm = (gap: Component, cut: ClothCut): boolean =>
  skinNear(gap, cut, ({ elbow, wrist }, at) => fromSegment(at, elbow, between(elbow, wrist, 1.25)));

const isHand = (gap: Component, cut: ClothCut): boolean =>
  skinNear(gap, cut, ({ elbow, wrist }, at) => distance(at, between(elbow, wrist, 1.2)));

function skinNear(
  { pixels }: Component,
  { skin, frame, width, toScene }: ClothCut,
  away: (side: Side, at: Point) => number,
): boolean {
  const seen = frame.sides.filter((side) => side.seen.wrist >= 0.2);
  const near = pixels.filter((i) => {
    const at = pointOf(i, width, toScene);
    return skin[i] === 1 && seen.some((side) => away(side, at) < frame.unit * 0.2);
  });
  return near.length > pixels.length * 0.4;
}

const meanBias = ({ pixels, area }: Component, { bias }: ClothCut): number =>
  pixels.reduce((sum, i) => sum + bias[i]!, 0) / area;

/** True for trousers, belts and bellies below the hem. */
const isBelow = (gap: Component, cut: ClothCut): boolean => meanBias(gap, cut) < -0.35;

/** True for straps, which start at the shoulder line. */
const fromShoulder = ({ box }: Component, { frame, toScene }: ClothCut): boolean =>
  torsoCoordinates({ x: (box.x + box.width / 2) * toScene, y: box.y * toScene }, frame).t < 0;

const pointOf = (i: number, width: number, toScene: number): Point => ({
  x: ((i % width) + 0.5) * toScene,
  y: (Math.floor(i / width) + 0.5) * toScene,
});
