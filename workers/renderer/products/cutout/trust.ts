import { countSet } from '../../pixels/arrays.ts';
import { clamp } from '../../pixels/clamp.ts';
import { findExtent } from '../../pixels/extent.ts';

export type Edge = 'top' | 'right' | 'bottom' | 'left';

/** Measures of a finished mask that decide whether it is good enough to be shown. */
export interface MaskMeasures {
  /** Share of the image covered. */
  area: number;
  /** Mean color step along the outline, Lab per analysis pixel. */
  sharpness: number;
  touches: Edge[];
  /** Length of the product at each edge of the image, as a share of its extent along that edge. */
  cutOff: Sides;
  /** Pixels that their color alone assigns to their side of the outline: share inside + share outside, 0 to 2. */
  separation: number;
  /** Pixels that the network leaves undecided, relative to those of the product. */
  undecided: number;
}

export interface MaskRating {
  trust: 'high' | 'low';
  kind: 'cut' | 'whole';
  /** 0 to 1, comparable between photos of one product. */
  score: number;
}

const sane = { areaMin: 0.004, areaMax: 0.9, sharpness: 2.5 };
/** More undecided pixels than this, relative to those found: the network has found nothing. */
export const nothingFrom = 0.7;
/** An outline is reliable where the colors agree with it, or where the network is decided. */
const reliableFrom = { separation: 1.78, undecided: 0.15 };
/** From this separation on, the outline is trusted. */
const trusted = 1.88;
/** A product that the photo cuts off at a side over more than this share of its extent cannot stand in a scene. */
const mostCutOff: Sides = { top: 0.5, right: 0.12, bottom: 0.5, left: 0.12 };
// A side counts as touched from 1.5 % of its length on: a cable end is enough, a speck is not.
const touchShare = 0.015;

export function measureMask(
  mask: Uint8Array,
  edges: Float32Array,
  width: number,
  height: number,
): Omit<MaskMeasures, 'separation' | 'undecided'> {
  const sides = borderCounts(mask, width, height);
  const extent = findExtent({ width, height }, (i) => mask[i] === 1) ?? { width: 1, height: 1 };
  return {
    area: countSet(mask) / mask.length,
    sharpness: outlineStep(mask, edges, width, height),
    touches: touchedEdges(sides, width, height),
    cutOff: {
      top: sides.top / extent.width,
      right: sides.right / extent.height,
      bottom: sides.bottom / extent.width,
      left: sides.left / extent.height,
    },
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

/** Rates the mask of a product. */
export function rateMask(measures: MaskMeasures): MaskRating {
  const { area, sharpness, separation, undecided, cutOff } = measures;
  const isWhole = edgeNames.every((edge) => cutOff[edge] <= mostCutOff[edge]);
  const reliable =
    area >= sane.areaMin &&
    area <= sane.areaMax &&
    sharpness >= sane.sharpness &&
    undecided <= nothingFrom &&
    (separation >= reliableFrom.separation || undecided <= reliableFrom.undecided) &&
    isWhole;
  const score = getScore(measures);
  if (!reliable) return { trust: 'low', kind: 'whole', score: 0.15 * score };
  return { trust: separation >= trusted ? 'high' : 'low', kind: 'cut', score: 0.15 + 0.8 * score };
}

function getScore({ separation, touches, sharpness, area }: MaskMeasures): number {
  const clear = clamp((separation - 1.5) / 0.5, 0, 1);
  const complete = 1 - 0.25 * touches.length;
  const sharp = clamp(sharpness / 10, 0, 1);
  const size = clamp(area / 0.08, 0.2, 1);
  return clamp(0.35 * clear + 0.4 * complete + 0.15 * sharp + 0.1 * size, 0, 1);
}

const edgeNames = ['top', 'right', 'bottom', 'left'] as const;
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
  return edgeNames.filter((edge) => {
    const length = edge === 'top' || edge === 'bottom' ? width : height;
    return sides[edge] > touchShare * length;
  });
}
