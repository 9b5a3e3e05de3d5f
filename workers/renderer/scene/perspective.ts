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
  /** Row where floor meets wall, as far as it can be told. */
  floorTop: number;
  /** Pixels per centimetre on the wall. */
  wallScale: number;
  /** Share of columns whose lower edge is free floor. */
  floorVisible: number;
  /** One piece of furniture that stands whole on the floor. */
  furniture?: Rect;
}

/** Sofas, armchairs, chairs and tables are no higher; what is as broad as high and higher is a rare thing. */
const highestFurniture = 100;

/**
 * A picture whose floor is a thin strip was taken near and low, in front of furniture; one whose floor
 * reaches far up was taken standing in a deep room. Between the two, horizon and camera height are
 * interpolated: measured by eye on the room photos, this lands within about 25 % of the scale of the
 * furniture that is already there, where one fixed default was off by up to a factor of two. Furniture that
 * would be higher than furniture is (an armchair of 173 cm) says that the camera was nearer still.
 */
export function perspectiveFrom(floor: FloorFinding, width: number, height: number): Perspective {
  const near = clamp((floor.topShare - 0.62) / 0.22, 0, 1);
  const horizonShare = 0.47 - 0.09 * near;
  const horizon = height * horizonShare;
  const guess = 150 - 50 * near;
  const cameraCm = guess / Math.max(1, furnitureCm(floor, horizonShare, guess) / highestFurniture);
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

/** Heights stand in proportion to the camera's as their rows do to the horizon's; 0 where nothing stands. */
function furnitureCm({ furniture }: FloorFinding, horizon: number, cameraCm: number): number {
  const foot = furniture ? furniture.y + furniture.height : 0;
  if (!furniture || foot < horizon + 0.1) return 0;
  return (cameraCm * furniture.height) / (foot - horizon);
}

/** Pixels per centimetre of a thing that stands on the floor at row `y`. */
export function floorScale(perspective: Perspective, y: number): number {
  return Math.max(0.05, (y - perspective.horizon) / perspective.cameraCm);
}

/** Row of the floor `behindCm` further away than the floor at row `y`. */
export function rowBehind(perspective: Perspective, y: number, behindCm: number): number {
  const depth = (perspective.focal * perspective.cameraCm) / Math.max(1, y - perspective.horizon);
  return perspective.horizon + (perspective.focal * perspective.cameraCm) / (depth + behindCm);
}
