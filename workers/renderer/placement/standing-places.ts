import { clamp } from '../pixels/clamp.ts';
import { meanIn } from '../pixels/integral.ts';
import type { Rect } from '../pixels/rect.ts';
import { floorScale, rowBehind } from '../scene/perspective.ts';
import type { SceneModel } from '../scene/scene-analysis.ts';
import type { Support } from '../scene/support.ts';
import { type Candidate, onThirds, sharedArea, sized, steps } from './candidate.ts';
import type { Item } from './item.ts';

/** A place on the surface the thing belongs on beats any place on the fall-back surface. */
const rightSurface = 3.2;

/** A plant, a vase or a lamp may stand on the floor; a mug there looks lost (cm). */
const leastOnFloor = 27;

/** On the floor; `nearness` above 1 shows small things as if they stood nearer. */
export function floorPlaces(item: Item, scene: SceneModel, factor: number, nearness: number): Candidate[] {
  const { width, height, perspective } = scene;
  if (item.plan.surface === 'table' && item.plan.heightCm < leastOnFloor) return [];
  const rows = steps(Math.min(perspective.floorTop + height * 0.03, height * 0.9), height * 0.965, 10);
  return rows.flatMap((base) => {
    const size = sized(item, scene, floorScale(perspective, base) * factor * nearness, 'floor');
    const real = item.plan.widthCm * floorScale(perspective, base);
    const margin = width * 0.015;
    return steps(margin, width - size.width - margin, 29).map((x) => {
      const rect = { x, y: base - size.height, ...size };
      const far = rowBehind(
        perspective,
        base,
        Math.min(deepest, (size.width / real) * item.plan.widthCm * 0.6),
      );
      const score = floorScore(scene, rect, base, far) - sizeLie(size.width, real);
      return { surface: 'floor' as const, rect, score };
    });
  });
}

/** What a size costs that nobody would believe: sofas like toys, mugs like buckets. */
const sizeLie = (shown: number, real: number, most = 1.6): number =>
  12 * Math.max(0, shown / real - most, smallestBelieved - shown / real);

const smallestBelieved = 0.7;
/** No furniture but beds reaches further back (cm). */
const deepest = 70;

/** Share of a thing's footprint that has to be on what was recognised as floor. */
const footing = 0.7;

/** `far` is the row of the floor at the thing's back: it must not stand in the furniture behind it. */
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
    (isClearWall(scene, rect, base) ? 1 : 8) * Math.max(0, footing - onFloor) -
    hides(scene, rect) -
    0.06 * meanIn(scene.clutter, foot) -
    1.3 * hidden -
    // Where there is hardly anything but things the place is taken; a lamp's pole still finds room there.
    4 * Math.max(0, hidden - 0.72) * clamp(rect.width / rect.height, 0.1, 1) -
    0.05 * meanIn(scene.clutter, rect) -
    1.6 * sink -
    0.8 * faceRisk +
    0.35 * onThirds(scene, rect.x + rect.width / 2) +
    // Slightly nearer is better: bigger, and less likely behind something that was not recognised.
    0.5 * (base / scene.height - 0.8) -
    (rect.y < scene.height * 0.02 ? 1 : 0)
  );
}

/** A picture that shows no floor and nothing but wall here: the floor may well begin at its lower edge. */
const isClearWall = (scene: SceneModel, rect: Rect, base: number): boolean =>
  base > scene.height * 0.95 &&
  meanIn(scene.floor, { x: 0, y: 0, width: scene.width, height: scene.height }) < 0.01 &&
  meanIn(scene.objects, rect) < 0.12;

/**
 * An armchair before the room's one sofa hides what the picture is about; a slim thing, a lamp or a high chair, does
 * not. Farther away than the sofa's feet it would have to be hidden itself.
 */
function hides({ perspective: { furniture }, supports }: SceneModel, rect: Rect): number {
  const solid = clamp(rect.width / rect.height, 0.4, 1);
  const tables = supports.reduce((sum, table) => sum + 3 * solid * coveredBy(rect, table), 0);
  if (!furniture) return tables;
  const shared = sharedArea(rect, furniture);
  const behind = rect.y + rect.height < furniture.y + furniture.height && shared > 0.03;
  const broad = clamp((rect.width / rect.height - 0.6) / 0.3, 0, 1);
  const off = Math.abs(rect.x + rect.width / 2 - furniture.x - furniture.width / 2);
  // Beside it or before an end of it, if there is room, rather than across its middle.
  const middle = clamp(1 - off / (furniture.width / 2), 0, 1) * Math.min(1, shared * 4);
  return tables + (behind ? 3 : 0) + 0.9 * middle + 5 * Math.max(0, shared - 0.25) * broad;
}

/** Share of a table top, above a quarter, that lies behind a thing before it. */
function coveredBy(rect: Rect, { x, width, y }: Support): number {
  if (y < rect.y || y > rect.y + rect.height) return 0;
  const shared = Math.min(rect.x + rect.width, x + width) - Math.max(rect.x, x);
  return Math.max(0, shared / width - 0.25);
}

/** A table stands 75 cm below nothing in particular: its scale follows from how far its top is below the horizon. */
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
        rightSurface +
        0.05 * support.score -
        // How high a table is, is a guess: more is allowed than on the floor.
        sizeLie(size.width, item.plan.widthCm * scale, 2.2) -
        0.2 * clutter -
        // Hides what stands there already, or the person who sits behind the table.
        2.5 * Math.max(0, clutter - 4.5) +
        0.3 * onThirds(scene, x + size.width / 2);
      return { surface: 'table' as const, rect, score };
    });
  });
}

/**
 * Seats lie about half-way up a sofa or armchair. Only furniture that was seen to stand whole on the floor is one: the
 * biggest thing of a picture may as well be a hanging lamp, the back of a sofa or a table with people around it.
 */
export function seatPlaces(item: Item, scene: SceneModel, factor: number): Candidate[] {
  const seat = scene.perspective.furniture;
  if (!seat || seat.width < scene.width * 0.26 || seat.height < scene.height * 0.14) return [];
  // What has a table top is a table.
  if (scene.supports.some(({ x, width }) => x < seat.x + seat.width && seat.x < x + width)) return [];
  const bottom = seat.y + seat.height;
  const wanted = floorScale(scene.perspective, Math.min(bottom, scene.height)) * factor;
  const size = sized(item, scene, Math.min(wanted, (seat.width * 0.42) / item.plan.widthCm), 'seat');
  const base = seat.y + seat.height * 0.53;
  // On an armchair the middle is the seat; on a sofa cushions lean in the corners.
  const shares =
    seat.width < seat.height * 1.5 ? [0.5, 0.45, 0.55, 0.38, 0.62] : [0.2, 0.26, 0.74, 0.8, 0.5, 0.38, 0.62];
  return shares.map((share, order) => {
    const rect = { x: seat.x + seat.width * share - size.width / 2, y: base - size.height, ...size };
    const score = rightSurface - 0.05 * meanIn(scene.clutter, rect) - 0.05 * order;
    return { surface: 'seat' as const, rect, score };
  });
}
