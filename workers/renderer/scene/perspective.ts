import { clamp } from '../pixels/clamp.ts';
import type { Rect } from '../pixels/rect.ts';
import { type FloorFinding, scaled } from './floor.ts';

/** A level camera over a flat floor; all rows in output pixels. */
export interface Perspective {
  horizon: number;
  /** Height of the lens above the floor. */
  cameraCm: number;
  /** Focal length in pixels. */
  focal: number;
  /** Row where floor meets wall; an estimate. */
  floorTop: number;
  /** Pixels per centimetre on the wall. */
  wallScale: number;
  /** Share of columns whose lower edge is free floor. */
  floorVisible: number;
  /** One piece of furniture that is entirely visible on the floor. */
  furniture?: Rect;
}

/** Sofas, armchairs, chairs and tables are at most this high; furniture that is higher is rarely as wide as high. */
const maxFurnitureCm = 100;

/**
 * A picture whose floor is a thin strip was taken from a low camera close to furniture; one whose floor reaches
 * far up was taken from eye level in a deep room. Between the two, horizon and camera height are interpolated:
 * measured by eye on the room photos, this is within about 25 % of the scale of the furniture in the picture,
 * where one fixed default was off by up to a factor of two. If the furniture comes out implausibly high (an
 * armchair of 173 cm), the camera height is reduced.
 */
export function perspectiveFrom(floor: FloorFinding, width: number, height: number): Perspective {
  const closeness = clamp((floor.topShare - 0.62) / 0.22, 0, 1);
  const horizonShare = 0.47 - 0.09 * closeness;
  const horizon = height * horizonShare;
  const assumedCm = 150 - 50 * closeness;
  const cameraCm = assumedCm / Math.max(1, furnitureCm(floor, horizonShare, assumedCm) / maxFurnitureCm);
  const floorTop = height * floor.topShare;
  return {
    horizon,
    cameraCm,
    focal: 1.05 * Math.max(width, height),
    floorTop,
    wallScale: Math.max((floorTop - horizon) / cameraCm, (0.8 * width) / 420),
    floorVisible: floor.visible,
    ...(floor.furniture ? { furniture: scaled(floor.furniture, width, height) } : {}),
  };
}

/** Object height / camera height = rows of the object / rows from its foot to the horizon; 0 without furniture. */
function furnitureCm({ furniture }: FloorFinding, horizon: number, cameraCm: number): number {
  const foot = furniture ? furniture.y + furniture.height : 0;
  if (!furniture || foot < horizon + 0.1) return 0;
  return (cameraCm * furniture.height) / (foot - horizon);
}

/** Pixels per centimetre of an object on the floor at row `y`. */
export function floorScale(perspective: Perspective, y: number): number {
  return Math.max(0.05, (y - perspective.horizon) / perspective.cameraCm);
}

/** Row of the floor `behindCm` further away than the floor at row `y`. */
export function rowBehind(perspective: Perspective, y: number, behindCm: number): number {
  const depth = (perspective.focal * perspective.cameraCm) / Math.max(1, y - perspective.horizon);
  return perspective.horizon + (perspective.focal * perspective.cameraCm) / (depth + behindCm);
}
