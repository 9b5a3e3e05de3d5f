import { countSet } from '../../pixels/arrays.ts';
import { clamp } from '../../pixels/clamp.ts';
import { labelComponents } from '../../pixels/components.ts';
import type { LabImage } from '../../pixels/lab.ts';
import { fitMixture, logLikelihood } from '../../pixels/mixture.ts';
import type { Rect } from '../../pixels/rect.ts';
import type { Background } from './background.ts';
import type { Evidence } from './segment.ts';

export type Edge = 'top' | 'right' | 'bottom' | 'left';

/** Measures of a finished mask that decide whether it is good enough to be shown. */
export interface MaskMeasures {
  /** Share of the image covered. */
  area: number;
  /** Share of the image's border covered. */
  border: number;
  /** Mean color step along the outline, Lab per analysis pixel. */
  sharpness: number;
  touches: Edge[];
  /** The pixels from the first to the last of the mask, and the share of its largest part. */
  bounds: Rect;
  main: number;
  /** Pixels that their color alone assigns to their side of the outline: share inside + share outside, 0 to 2. */
  separation: number;
}

export interface MaskRating {
  trust: 'high' | 'low';
  kind: 'plain' | 'textured' | 'whole';
  /** 0 to 1, comparable between photos of one product. */
  score: number;
}

const SANE = { areaMin: 0.004, areaMax: 0.85, borderMax: 0.25, sharpnessMin: 2.5 };
/** A mask that covers more of the border is more than the product, on a ground that only seemed plain, or cut off by the photo. */
const FREE_BORDER = 0.06;
/**
 * A thing cut out of a busy photo. Of 39 products drawn into three rooms, those cut out with an overlap above 0.8 had a
 * separation from 1.81 on, the others up to 1.87; without a box of the detector the border between both is higher.
 */
const BUSY = { areaMin: 0.03, areaMax: 0.7, sharpnessMin: 6, main: 0.85 };
const SEPARATION = { seen: 1.84, unseen: 1.93 };
/** How far the mask of a thing may end from each side of its box, as a share of the box. */
const UNFILLED = 0.14;
const CLUSTERS = 6;
// A side counts as touched from 1.5 % of its length on: a cable end is enough, a speck is not.
const TOUCH_SHARE = 0.015;

export function measureMask({ image, edges }: Evidence, mask: Uint8Array): MaskMeasures {
  const { width, height } = image;
  const sides = borderCounts(mask, width, height);
  return {
    area: countSet(mask) / mask.length,
    border: (sides.top + sides.right + sides.bottom + sides.left) / (2 * (width + height)),
    sharpness: outlineStep(mask, edges, width, height),
    touches: touchedEdges(sides, width, height),
    bounds: getBounds(mask, width),
    main: Math.max(0, ...labelComponents(mask, width, height).size) / Math.max(1, countSet(mask)),
    separation: colorSeparation(image, mask),
  };
}

/** Returns the mean color step along the outline of a mask, Lab per pixel. */
export function outlineStep(mask: Uint8Array, edges: Float32Array, width: number, height: number): number {
  let outline = 0;
  let slope = 0;
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x;
      if (!mask[i] || (mask[i - 1] && mask[i + 1] && mask[i - width] && mask[i + width])) continue;
      outline++;
      slope += Math.max(edges[i]!, edges[i - 1]!, edges[i + 1]!, edges[i - width]!, edges[i + width]!);
    }
  }
  return slope / Math.max(1, outline);
}

/** Rates a mask on a plain ground. */
export function rateMask({ background }: Evidence, measures: MaskMeasures): MaskRating {
  const sane =
    measures.area >= SANE.areaMin &&
    measures.area <= SANE.areaMax &&
    measures.border <= SANE.borderMax &&
    measures.sharpness >= SANE.sharpnessMin;
  const score = getScore(background, measures);
  if (background.plain && sane) return { trust: 'high', kind: 'plain', score: 0.4 + 0.5 * score };
  return { trust: 'low', kind: 'whole', score: 0.15 * score };
}

/** True if a mask on a plain ground is the product and nothing else. */
export const isClear = ({ border }: MaskMeasures, { kind }: MaskRating): boolean =>
  kind === 'plain' && border <= FREE_BORDER;

/** Rates the mask of a thing in a busy photo: `seen` if the box is the detector's, else the product is anywhere inside. */
export function rateThing(
  { background }: Evidence,
  measures: MaskMeasures,
  box: Rect,
  seen: boolean,
): MaskRating {
  const { area, sharpness, main, bounds, separation } = measures;
  const reliable =
    area >= BUSY.areaMin &&
    area <= BUSY.areaMax &&
    sharpness >= BUSY.sharpnessMin &&
    main >= BUSY.main &&
    separation >= SEPARATION[seen ? 'seen' : 'unseen'] &&
    margins(bounds, box).every((margin) => (seen ? margin < UNFILLED : margin > 0));
  const score = getScore(background, measures);
  if (reliable) return { trust: 'low', kind: 'textured', score: 0.15 + 0.25 * score };
  return { trust: 'low', kind: 'whole', score: 0.15 * score };
}

/** How far inside its box a mask ends: left, top, right, bottom, as shares of the box. */
const margins = (mask: Rect, { x, y, width, height }: Rect): number[] => [
  (mask.x - x) / width,
  (mask.y - y) / height,
  (x + width - mask.x - mask.width) / width,
  (y + height - mask.y - mask.height) / height,
];

function getBounds(mask: Uint8Array, width: number): Rect {
  let [left, right, top, bottom] = [width, 0, mask.length / width, 0];
  for (let i = 0; i < mask.length; i++) {
    if (!mask[i]) continue;
    left = Math.min(left, i % width);
    right = Math.max(right, (i % width) + 1);
    top = Math.min(top, Math.floor(i / width));
    bottom = Math.floor(i / width) + 1;
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}

function getScore({ inliers, sigma }: Background, measures: MaskMeasures): number {
  const calm = clamp(1 - sigma / 8, 0, 1) * inliers;
  const complete = 1 - 0.25 * measures.touches.length;
  const sharp = clamp(measures.sharpness / 10, 0, 1);
  const size = clamp(measures.area / 0.08, 0.2, 1);
  return clamp(0.35 * calm + 0.4 * complete + 0.15 * sharp + 0.1 * size, 0, 1);
}

function colorSeparation(image: LabImage, mask: Uint8Array): number {
  const outside = mask.map((value) => 1 - value);
  const object = fitMixture(image, mask, CLUSTERS);
  const rest = fitMixture(image, outside, CLUSTERS);
  if (!object || !rest) return 0;
  const inside = countSet(mask);
  let rightInside = 0;
  let rightOutside = 0;
  for (let i = 0; i < mask.length; i++) {
    const [l, a, b] = [image.l[i]!, image.a[i]!, image.b[i]!] as const;
    const ratio = logLikelihood(object, l, a, b) - logLikelihood(rest, l, a, b);
    if (mask[i] && ratio > 0) rightInside++;
    if (!mask[i] && ratio < 0) rightOutside++;
  }
  return rightInside / inside + rightOutside / (mask.length - inside);
}

type Sides = Record<Edge, number>;

export function borderCounts(mask: Uint8Array, width: number, height: number): Sides {
  const sides: Sides = { top: 0, right: 0, bottom: 0, left: 0 };
  for (let x = 0; x < width; x++) {
    if (mask[x]) sides.top++;
    if (mask[(height - 1) * width + x]) sides.bottom++;
  }
  for (let y = 0; y < height; y++) {
    if (mask[y * width]) sides.left++;
    if (mask[y * width + width - 1]) sides.right++;
  }
  return sides;
}

export function touchedEdges(sides: Sides, width: number, height: number): Edge[] {
  return (['top', 'right', 'bottom', 'left'] as const).filter((edge) => {
    const length = edge === 'top' || edge === 'bottom' ? width : height;
    return sides[edge] > TOUCH_SHARE * length;
  });
}
