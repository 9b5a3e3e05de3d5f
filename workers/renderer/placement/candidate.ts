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
  /**
   * Shown as a framed picture of the product, which belongs on this surface: the scene has no place for the
   * product itself.
   */
  card?: Surface;
}

/** Maximum share of the picture's width and height that a product may take, so that the scene stays recognisable. */
export const largest: Record<Surface, { width: number; height: number }> = {
  floor: { width: 0.66, height: 0.74 },
  rug: { width: 0.8, height: 0.4 },
  wall: { width: 0.4, height: 0.5 },
  table: { width: 0.4, height: 0.42 },
  ceiling: { width: 0.4, height: 0.58 },
  seat: { width: 0.34, height: 0.4 },
  person: { width: 0.3, height: 0.4 },
};
/** Smallest longest side, as a share of the scene's shorter side: shoppers must recognise the product. */
const smallest = 0.13;

/** Size in output pixels at a scale, limited by `largest` and `smallest`. */
export function sized(
  item: Item,
  scene: SceneModel,
  pixelsPerCm: number,
  surface: Surface,
): { width: number; height: number } {
  const limit = largest[surface];
  const wanted = item.plan.widthCm * pixelsPerCm;
  const floorSide = smallest * Math.min(scene.width, scene.height);
  const min = item.aspect >= 1 ? floorSide : floorSide * item.aspect;
  const max = Math.min(limit.width * scene.width, limit.height * scene.height * item.aspect);
  const width = Math.min(Math.max(wanted, min), max);
  return { width, height: width / item.aspect };
}

/** `count` evenly spaced values. */
export function steps(from: number, to: number, count: number): number[] {
  return Array.from({ length: count }, (_, i) => from + ((to - from) * i) / Math.max(1, count - 1));
}

/** 1 on the vertical third lines, 0 far from them. */
export const onThirds = (scene: SceneModel, centre: number): number => {
  const share = centre / scene.width;
  return 1 - Math.min(1, Math.min(Math.abs(share - 0.29), Math.abs(share - 0.71)) / 0.25);
};

/** Share of the smaller rectangle that is inside the other. */
export function sharedArea(a: Rect, b: Rect): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  if (width <= 0 || height <= 0) return 0;
  return (width * height) / Math.min(a.width * a.height, b.width * b.height);
}
