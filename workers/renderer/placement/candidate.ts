import type { Rect } from '../pixels/rect.ts';
import type { SceneModel } from '../scene/scene-analysis.ts';
import type { Surface } from '../zones.ts';
import type { Item } from './item.ts';

/** A possible place for a product; higher scores are better, below 0 the product would hide something or float. */
export interface Candidate {
  surface: Surface;
  rect: Rect;
  score: number;
  quad?: readonly [number, number][];
  cordTo?: number;
}

/** Maximum share of the image's width and height that a product may take, so that the scene stays recognisable. */
export const largest: Record<Surface, { width: number; height: number }> = {
  floor: { width: 0.66, height: 0.74 },
  rug: { width: 0.8, height: 0.4 },
  wall: { width: 0.5, height: 0.5 },
  table: { width: 0.4, height: 0.56 },
  ceiling: { width: 0.4, height: 0.58 },
  seat: { width: 0.34, height: 0.4 },
  person: { width: 0.3, height: 0.4 },
};
/** Small products are shown larger than they are, up to `magnified` times, until they reach this share of the image. */
const smallest = 0.1;
const magnified = 1.4;

/** Size in output pixels at a scale, limited by `largest` and `smallest`. */
export function sized(
  item: Item,
  scene: SceneModel,
  pixelsPerCm: number,
  surface: Surface,
): { width: number; height: number } {
  const limit = largest[surface];
  const wanted = item.plan.widthCm * pixelsPerCm;
  const visible = smallest * Math.min(scene.width, scene.height) * Math.min(1, item.aspect);
  const max = Math.min(limit.width * scene.width, limit.height * scene.height * item.aspect);
  const width = Math.min(Math.max(wanted, Math.min(visible, wanted * magnified)), max);
  return { width, height: width / item.aspect };
}

/** `count` evenly spaced values. */
export function steps(from: number, to: number, count: number): number[] {
  return Array.from({ length: count }, (_, i) => from + ((to - from) * i) / Math.max(1, count - 1));
}

/** 1 on the vertical third lines, 0 far from them. */
export const onThirds = (scene: SceneModel, center: number): number => {
  const share = center / scene.width;
  return 1 - Math.min(1, Math.min(Math.abs(share - 0.29), Math.abs(share - 0.71)) / 0.25);
};

/** Added so that any place on the product's own surface scores higher than every place on the fall-back surface. */
export const ownSurfaceBonus = 3.2;

/** Penalty for implausible sizes: sofas like toys, mugs like buckets. */
export const sizePenalty = (shown: number, real: number): number =>
  12 * Math.max(0, shown / real - maxRatio, minRatio - shown / real);

const minRatio = 0.66;
const maxRatio = 1.5;
