import { clamp } from '../pixels/clamp.ts';
import { meanIn } from '../pixels/integral.ts';
import type { Rect } from '../pixels/rect.ts';
import { floorScale, rowBehind } from '../scene/perspective.ts';
import type { SceneModel } from '../scene/scene-analysis.ts';
import type { Support } from '../scene/support.ts';
import { type Candidate, onThirds, sharedArea, sized, steps } from './candidate.ts';
import type { Item } from './item.ts';

/** Added so that any place on the product's own surface scores higher than every place on the fall-back surface. */
const ownSurfaceBonus = 3.2;

/** Minimum height (cm) on the floor: a plant, a vase or a lamp may stand there, a mug may not. */
const minOnFloorCm = 27;

/** Places on the floor; `closeness` above 1 shows small products as if they were closer to the camera. */
export function floorPlaces(item: Item, scene: SceneModel, factor: number, closeness: number): Candidate[] {
  const { width, height, perspective } = scene;
  if (item.plan.surface === 'table' && item.plan.heightCm < minOnFloorCm) return [];
  const rows = steps(Math.min(perspective.floorTop + height * 0.03, height * 0.9), height * 0.965, 10);
  return rows.flatMap((base) => {
    const size = sized(item, scene, floorScale(perspective, base) * factor * closeness, 'floor');
    const real = item.plan.widthCm * floorScale(perspective, base);
    const margin = width * 0.015;
    return steps(margin, width - size.width - margin, 29).map((x) => {
      const rect = { x, y: base - size.height, ...size };
      const far = rowBehind(
        perspective,
        base,
        Math.min(maxDepthCm, (size.width / real) * item.plan.widthCm * 0.6),
      );
      const score = floorScore(scene, rect, base, far) - sizePenalty(size.width, real);
      return { surface: 'floor' as const, rect, score };
    });
  });
}

/** Penalty for implausible sizes: sofas like toys, mugs like buckets. */
const sizePenalty = (shown: number, real: number, maxRatio = 1.6): number =>
  12 * Math.max(0, shown / real - maxRatio, minRatio - shown / real);

const minRatio = 0.7;
/** Maximum depth of furniture other than beds (cm). */
const maxDepthCm = 70;

/** Minimum share of a product's footprint that must be on recognised floor. */
const minOnFloor = 0.7;

/** `far` is the row of the floor at the product's back, which must not be inside the furniture behind it. */
function floorScore(scene: SceneModel, rect: Rect, base: number, far: number): number {
  const band = Math.max(base - far, scene.height * 0.025);
  const foot = {
    x: rect.x + rect.width * 0.06,
    y: base - band,
    width: rect.width * 0.88,
    height: band,
  };
  const inFront = { x: rect.x, y: base, width: rect.width, height: scene.height - base };
  const sink = base > scene.height * 0.955 ? 0 : meanIn(scene.objects, inFront);
  const onFloor = meanIn(scene.floor, foot);
  const hidden = meanIn(scene.objects, rect);
  const faceRisk = meanIn(scene.skin, rect) * hidden;
  return (
    0.55 +
    1.6 * onFloor -
    (isClearWall(scene, rect, base) ? 1 : 8) * Math.max(0, minOnFloor - onFloor) -
    hidingPenalty(scene, rect) -
    0.06 * meanIn(scene.clutter, foot) -
    1.3 * hidden -
    // An area almost full of objects is occupied; a lamp's pole still fits there.
    4 * Math.max(0, hidden - 0.72) * clamp(rect.width / rect.height, 0.1, 1) -
    0.05 * meanIn(scene.clutter, rect) -
    1.6 * sink -
    0.8 * faceRisk +
    0.35 * onThirds(scene, rect.x + rect.width / 2) +
    // Slightly closer is better: larger, and less likely behind something that was not recognised.
    0.5 * (base / scene.height - 0.8) -
    (rect.y < scene.height * 0.02 ? 1 : 0)
  );
}

/** True for a picture that shows no floor and only wall here: the floor may begin at its lower edge. */
const isClearWall = (scene: SceneModel, rect: Rect, base: number): boolean =>
  base > scene.height * 0.95 &&
  meanIn(scene.floor, { x: 0, y: 0, width: scene.width, height: scene.height }) < 0.01 &&
  meanIn(scene.objects, rect) < 0.12;

/**
 * An armchair in front of the room's only sofa hides the picture's subject; a slim product such as a lamp or a
 * high chair does not. Further away than the sofa's feet it would itself have to be hidden.
 */
function hidingPenalty({ perspective: { furniture }, supports }: SceneModel, rect: Rect): number {
  const solid = clamp(rect.width / rect.height, 0.4, 1);
  const tables = supports.reduce((sum, table) => sum + 3 * solid * coveredBy(rect, table), 0);
  if (!furniture) return tables;
  const shared = sharedArea(rect, furniture);
  const behind = rect.y + rect.height < furniture.y + furniture.height && shared > 0.03;
  const broad = clamp((rect.width / rect.height - 0.6) / 0.3, 0, 1);
  const off = Math.abs(rect.x + rect.width / 2 - furniture.x - furniture.width / 2);
  // Beside it or in front of one end, if there is room, rather than across its middle.
  const middle = clamp(1 - off / (furniture.width / 2), 0, 1) * Math.min(1, shared * 4);
  return tables + (behind ? 3 : 0) + 0.9 * middle + 5 * Math.max(0, shared - 0.25) * broad;
}

/** Share of a table top, above a quarter, that is behind a product in front of it. */
function coveredBy(rect: Rect, { x, width, y }: Support): number {
  if (y < rect.y || y > rect.y + rect.height) return 0;
  const shared = Math.min(rect.x + rect.width, x + width) - Math.max(rect.x, x);
  return Math.max(0, shared / width - 0.25);
}

/** A table top is assumed at 75 cm: its scale follows from how far it is below the horizon. */
function tableScale(scene: SceneModel, y: number): number {
  const { horizon, cameraCm, wallScale } = scene.perspective;
  return clamp((y - horizon) / Math.max(20, cameraCm - 75), wallScale * 0.8, wallScale * 2);
}

export function tablePlaces(item: Item, scene: SceneModel, factor: number): Candidate[] {
  return scene.supports.flatMap((support) => {
    const scale = tableScale(scene, support.y);
    const size = sized(item, scene, scale * factor, 'table');
    if (size.width > support.width * 0.95) return [];
    const inset = Math.min(size.width * 0.3, (support.width - size.width) / 2);
    return steps(support.x + inset, support.x + support.width - size.width - inset, 15).map((x) => {
      const rect = { x, y: support.y - size.height, ...size };
      const clutter = meanIn(scene.clutter, { ...rect, height: size.height * 0.9 });
      const score =
        ownSurfaceBonus +
        0.05 * support.score -
        // A table's height is an estimate: the tolerance is larger than on the floor.
        sizePenalty(size.width, item.plan.widthCm * scale, 2.2) -
        0.2 * clutter -
        // Penalty for hiding objects that are already there, or the person behind the table.
        2.5 * Math.max(0, clutter - 4.5) +
        0.3 * onThirds(scene, x + size.width / 2);
      return { surface: 'table' as const, rect, score };
    });
  });
}

/**
 * Seats are about half-way up a sofa or armchair. Only furniture that is entirely visible on the floor counts: the
 * largest object of a picture may also be a hanging lamp, the back of a sofa or a table with people around it.
 */
export function seatPlaces(item: Item, scene: SceneModel, factor: number): Candidate[] {
  const seat = scene.perspective.furniture;
  if (!seat || seat.width < scene.width * 0.26 || seat.height < scene.height * 0.14) return [];
  // Furniture with a table top is a table.
  if (scene.supports.some(({ x, width }) => x < seat.x + seat.width && seat.x < x + width)) return [];
  const bottom = seat.y + seat.height;
  const wanted = floorScale(scene.perspective, Math.min(bottom, scene.height)) * factor;
  const size = sized(item, scene, Math.min(wanted, (seat.width * 0.42) / item.plan.widthCm), 'seat');
  const base = seat.y + seat.height * 0.53;
  // On an armchair the product goes in the middle; on a sofa into the corners, like cushions.
  const shares =
    seat.width < seat.height * 1.5 ? [0.5, 0.45, 0.55, 0.38, 0.62] : [0.2, 0.26, 0.74, 0.8, 0.5, 0.38, 0.62];
  return shares.map((share, order) => {
    const rect = { x: seat.x + seat.width * share - size.width / 2, y: base - size.height, ...size };
    const score = ownSurfaceBonus - 0.05 * meanIn(scene.clutter, rect) - 0.05 * order;
    return { surface: 'seat' as const, rect, score };
  });
}
