import { clamp } from '../pixels/clamp.ts';
import type { Rect } from '../pixels/rect.ts';
import { getFacts, type Thing } from './things/thing.ts';

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
}

/** A thing of known height that stands on the floor: its foot's row, and pixels per centimetre there. */
interface Measure {
  row: number;
  scale: number;
  weight: number;
}

/** How far a camera of a typical photo is from the prior: shares of the height, and of the camera's height. */
const spread = { horizon: 0.07, camera: 0.28 };
/** Things differ from their typical height by about this much. */
const sizeSpread = 0.16;
const horizons = Array.from({ length: 25 }, (_, i) => 0.2 + i * 0.02);
const cameras = Array.from({ length: 24 }, (_, i) => 55 * 1.065 ** i);

/**
 * Fits horizon and camera height to the things of known size that stand on the floor. Without any, an image whose floor
 * is a thin strip (`floorShare` of the height is above it) counts as taken from a low camera close to furniture, and
 * one whose floor reaches far up as taken from eye level in a deep room.
 */
export function fitPerspective(
  things: Thing[],
  floorShare: number,
  { width, height }: { width: number; height: number },
): Perspective {
  const closeness = clamp((floorShare - 0.62) / 0.22, 0, 1);
  const prior = { horizon: 0.46 - 0.07 * closeness, camera: 145 - 40 * closeness };
  const measures = things.flatMap((thing) => measured(thing, things, width, height));
  let best = { cost: Number.POSITIVE_INFINITY, horizon: prior.horizon * height, cameraCm: prior.camera };
  for (const share of horizons) {
    for (const cameraCm of cameras) {
      const horizon = share * height;
      const own =
        ((share - prior.horizon) / spread.horizon) ** 2 +
        (Math.log(cameraCm / prior.camera) / spread.camera) ** 2;
      const cost = measures.reduce((sum, { row, scale, weight }) => {
        const expected = Math.max(1, row - horizon) / cameraCm;
        return sum + weight * (Math.log(expected / scale) / sizeSpread) ** 2;
      }, own);
      if (cost < best.cost) best = { cost, horizon, cameraCm };
    }
  }
  const { horizon, cameraCm } = best;
  const feet = measures.map(({ row }) => row - height * 0.01);
  const floorTop = Math.max(Math.min(floorShare * height, ...feet), horizon + height * 0.04);
  return {
    horizon,
    cameraCm,
    focal: 1.05 * Math.max(width, height),
    floorTop,
    wallScale: Math.max((floorTop - horizon) / cameraCm, (0.8 * width) / 420),
  };
}

/** How much more a thing that fills the image counts than a small one: it was photographed from an unusual distance. */
const closeView = 8;

/** A person is measured only when standing: at least this many times as high as wide. */
const standing = 2.1;

/** The measure that a thing gives: none where it is cut off, or its foot is behind another thing. */
function measured({ kind, rect, score }: Thing, things: Thing[], width: number, height: number): Measure[] {
  const { standsCm } = getFacts(kind);
  const foot = rect.y + rect.height;
  const margin = 0.008 * Math.max(width, height);
  const cut =
    rect.y < margin || foot > height - margin || rect.x < margin || rect.x + rect.width > width - margin;
  if (!standsCm || (cut && kind === 'person') || rect.y < margin || foot > height - margin) return [];
  if (kind === 'person' && rect.height < rect.width * standing) return [];
  const hidden = things.some((other) => other.rect !== rect && hides(other.rect, rect));
  if (hidden) return [];
  const share = (rect.width * rect.height) / (width * height);
  const weight = score * (cut ? 0.5 : 1) * (1 + closeView * share);
  return [{ row: foot, scale: rect.height / standsCm, weight }];
}

/** True when `front` reaches further down and covers part of the lower edge of `back`. */
export function hides(front: Rect, back: Rect): boolean {
  const foot = back.y + back.height;
  const shared = Math.min(front.x + front.width, back.x + back.width) - Math.max(front.x, back.x);
  return front.y < foot && front.y + front.height > foot + back.height * 0.1 && shared > back.width * 0.3;
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
