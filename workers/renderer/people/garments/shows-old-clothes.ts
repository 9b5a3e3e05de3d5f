import { countSet, marked } from '../../pixels/arrays.ts';
import { erode } from '../../pixels/distance.ts';
import { type LabImage, toLab } from '../../pixels/lab.ts';
import { fitMixture } from '../../pixels/mixture.ts';
import { type Point, placeAt } from '../../pixels/points.ts';
import type { Frame } from '../body/body.ts';
import { clothPriorAt, torsoCoordinates } from '../body/body-places.ts';
import { shadedLikelihood } from '../body/shade-likelihood.ts';
import type { Drawing, Drawn } from './draw-garment.ts';
import type { Figure } from './worn.ts';

/** Minimum distance in a*, b* from the usual color of a cloth for another color, and the share of such pixels in a pattern. */
const pattern = { distance: 18, share: 0.15 };
/** Shares of the garment's area from which clothes beside it are seen: those with a pattern, and any on the chest. */
const seenShare = 0.012;
const chestShare = 0.02;
/** Log likelihoods: of a color of the old clothes at least, and by how much more than of anything else. */
const likely = { least: -11, more: 1 };
/** Rim of the old clothes that also shows what is beside them, pixels of the mask. */
const rim = 4;

/** Opacity of the garment at the pixels of the mask, and how many of them it covers. */
type Cover = { covered: Float32Array; area: number };

/** True where it is seen that the garment is drawn over the clothes that it replaces; `isTop`: it also hides all on the chest. */
export function showsOldClothes(drawn: Drawn, drawing: Drawing, figure: Figure, isTop: boolean): boolean {
  const { mask, scale } = figure.person;
  const covered = mask.data.map((_, i) => opacityAt(drawn, placeAt(i, mask.width, scale)));
  const cover: Cover = { covered, area: countSet(marked(covered, (opacity) => opacity > 0.5)) };
  return (isTop && showsOnChest(cover, drawing, figure)) || showsPattern(cover, drawing, figure);
}

/** True where a part of the old clothes on the chest is visible, such as an open jacket. */
function showsOnChest({ covered, area }: Cover, { old }: Drawing, { person, frame }: Figure): boolean {
  const { data: outline, width } = person.mask;
  const isOpen = (i: number) => outline[i]! > 0.6 && covered[i]! < 0.3;
  const isChest = (i: number) => {
    const { t, u } = torsoCoordinates(placeAt(i, width, person.scale), frame);
    return t < 1.05 && u > -0.05 && u < 1.05;
  };
  const left = marked(old.plane.data, (share, i) => share > 0.6 && isOpen(i) && isChest(i));
  return countSet(left) > chestShare * area;
}

/**
 * True where clothes of several colors show beside the garment that replaces them, at its collar, sides and hem: unlike a
 * rim of plain cloth, it is seen that the garment is drawn over them.
 */
function showsPattern({ covered, area }: Cover, { old }: Drawing, { person, frame }: Figure): boolean {
  const { data: outline, width, height } = person.mask;
  const lab = toLab(person.small.data, width, height, 3);
  const at = (i: number) => placeAt(i, width, person.scale);
  const isBare = (i: number) => old.skin.data[i]! > 0.5;
  const isUnder = (i: number) => covered[i]! > 0.8 && !isBare(i) && torsoCoordinates(at(i), frame).t < 0.8;
  const under = marked(old.plane.data, (share, i) => share > 0.7 && isUnder(i));
  if (otherColors(lab, erode(under, width, height, rim)) < pattern.share) return false;
  const isOther = (i: number) =>
    torsoCoordinates(at(i), frame).t > 1.5 || clothPriorAt(at(i), frame, 'top').kind === 'other';
  const rest = marked(outline, (share, i) => share < 0.05 || (covered[i]! < 0.1 && isOther(i)));
  const [cloth, others] = [fitMixture(lab, under, 7), fitMixture(lab, rest, 8)];
  if (!cloth || !others) return false;
  const isCloth = (i: number) => {
    const color = [lab.l[i]!, lab.a[i]!, lab.b[i]!] as const;
    const own = shadedLikelihood(cloth, ...color);
    return own > likely.least && own > shadedLikelihood(others, ...color) + likely.more;
  };
  const isOpen = (i: number) => covered[i]! < 0.3 && !isBare(i) && isNear(at(i), frame);
  const beside = marked(outline, (share, i) => share > 0.6 && isOpen(i) && isCloth(i));
  return countSet(beside) > seenShare * area;
}

/** True where tops are worn, but not on the face. */
function isNear(at: Point, frame: Frame): boolean {
  const { t, u } = torsoCoordinates(at, frame);
  return t > -0.3 && t < 1.45 && u > -0.8 && u < 1.8 && clothPriorAt(at, frame, 'top').bias > -6;
}

/** Opacity (0–1) of a garment at a point of the scene. */
function opacityAt({ rect, pixels: { data, width, height } }: Drawn, { x, y }: Point) {
  const [column, row] = [Math.floor(x) - rect.x, Math.floor(y) - rect.y];
  if (column < 0 || row < 0 || column >= width || row >= height) return 0;
  return data[(row * width + column) * 4 + 3]! / 255;
}

/** Share of the marked pixels that have another hue or chroma than most. */
function otherColors({ a, b }: LabImage, mask: Uint8Array): number {
  const pixels = [...mask.keys()].filter((i) => mask[i] === 1);
  const median = (plane: Float32Array) =>
    pixels.map((i) => plane[i]!).sort((p, q) => p - q)[pixels.length >> 1]!;
  const usual = [median(a), median(b)] as const;
  const isOther = (i: number) => Math.hypot(a[i]! - usual[0], b[i]! - usual[1]) > pattern.distance;
  return pixels.filter(isOther).length / Math.max(1, pixels.length);
}
