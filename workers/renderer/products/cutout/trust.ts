import { countSet } from '../../pixels/arrays.ts';
import { clamp } from '../../pixels/clamp.ts';
import type { LabImage } from '../../pixels/lab.ts';
import { fitMixture, logLikelihood } from '../../pixels/mixture.ts';
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
// On busy backgrounds, over 12 photos: usable masks had a separation of 1.75 to 1.90, the others of 1.37 to 1.71, or
// were a small part of another object.
const RELIABLE = { areaMin: 0.06, areaMax: 0.6, borderMax: 0.05, sharpnessMin: 6, separationMin: 1.73 };
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

export function rateMask(evidence: Evidence, measures: MaskMeasures): MaskRating {
  const { background } = evidence;
  const sane =
    measures.area >= SANE.areaMin &&
    measures.area <= SANE.areaMax &&
    measures.border <= SANE.borderMax &&
    measures.sharpness >= SANE.sharpnessMin;
  const reliable =
    sane &&
    measures.area >= RELIABLE.areaMin &&
    measures.area <= RELIABLE.areaMax &&
    measures.separation >= RELIABLE.separationMin &&
    measures.border <= RELIABLE.borderMax &&
    measures.sharpness >= RELIABLE.sharpnessMin;
  const score = getScore(background.inliers, background.sigma, measures);
  if (background.plain && sane) return { trust: 'high', kind: 'plain', score: 0.4 + 0.5 * score };
  if (reliable) return { trust: 'low', kind: 'textured', score: 0.15 + 0.25 * score };
  return { trust: 'low', kind: 'whole', score: 0.15 * score };
}

function getScore(inliers: number, sigma: number, measures: MaskMeasures): number {
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
