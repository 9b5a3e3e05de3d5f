import { clamp } from '../pixels/clamp.ts';
import { meanIn } from '../pixels/integral.ts';
import { coveredShare, overlap, type Rect } from '../pixels/rect.ts';
import { floorScale, rowBehind } from '../scene/perspective.ts';
import type { SceneModel } from '../scene/scene-analysis.ts';
import { getFacts, type Thing } from '../scene/things/thing.ts';
import { type Candidate, onThirds, sized, sizePenalty, steps } from './candidate.ts';
import type { Item } from './item.ts';

/** Minimum height (cm) on the floor: a plant, a vase or a lamp may stand there, a mug may not. */
export const minOnFloorCm = 27;
/** Maximum depth of furniture other than beds (cm). */
const maxDepthCm = 70;
/** Minimum share of a product's footprint that must be on recognised floor. */
const minOnFloor = 0.7;

/** Places on the visible floor, at the scale of their row. */
export function floorPlaces(item: Item, scene: SceneModel, factor: number): Candidate[] {
  const { width, height, perspective } = scene;
  if (item.plan.surface === 'table' && item.plan.heightCm < minOnFloorCm) return [];
  const rows = steps(Math.min(perspective.floorTop + height * 0.03, height * 0.9), height * 0.965, 12);
  return rows.flatMap((base) => {
    const size = sized(item, scene, floorScale(perspective, base) * factor, 'floor');
    const real = item.plan.widthCm * floorScale(perspective, base);
    const depthCm = Math.min(maxDepthCm, item.plan.widthCm * 0.6);
    const far = rowBehind(perspective, base, depthCm);
    const margin = width * 0.015;
    return steps(margin, width - size.width - margin, 29).map((x) => {
      const rect = { x, y: base - size.height, ...size };
      const score = floorScore(scene, rect, base, far) - sizePenalty(size.width, real);
      return { surface: 'floor' as const, rect, score };
    });
  });
}

/**
 * Places in the foreground: on the ground close to the image's lower edge, where it is recognised, otherwise closer to
 * the camera than everything that the image shows, so that its lower edge cuts the product off.
 */
export function foregroundPlaces(item: Item, scene: SceneModel, factor: number): Candidate[] {
  const { width, height, perspective } = scene;
  const margin = width * 0.015;
  const rows = [...steps(height * nearest, height * 0.9, 4), height * cutRow];
  return rows.flatMap((row) => {
    const scale = floorScale(perspective, row);
    const size = sized(item, scene, scale * factor, 'floor');
    const isCut = row > height;
    const base = isCut ? height + size.height * cutShare : row;
    const penalty =
      sizePenalty(size.width, item.plan.widthCm * scale) + 3 * Math.max(0, nearest - row / height);
    return steps(margin, Math.max(margin, width - size.width - margin), 31).map((x) => {
      const rect = { x, y: base - size.height, ...size };
      const ground = isCut ? cutScore(scene, rect) : groundScore(scene, rect);
      return {
        surface: 'floor' as const,
        rect,
        score: ground - hidingScore(scene, rect) - penalty,
      };
    });
  });
}

/** The lowest row on which a product stands, as a share of the height. */
const nearest = 0.968;
/** The row of the ground on which products stand that the lower edge cuts, and the share of them that it cuts off. */
const cutRow = 1.05;
const cutShare = 0.1;
/** The score of such a place: lower than that of recognised ground, and lower still in water. */
const cutScore = (scene: SceneModel, { x, width }: Rect): number =>
  0.3 - 2 * meanIn(scene.water, { x, y: scene.height * nearest, width, height: scene.height * 0.03 });

/** At most 1, where the whole foot is on recognised ground. */
function groundScore(scene: SceneModel, { x, y, width, height }: Rect): number {
  const foot = { x, y: y + height - scene.height * 0.03, width, height: scene.height * 0.045 };
  const onThings = scene.things.filter(
    ({ kind, rect }) => isFurniture(kind) && coveredShare(foot, rect) > 0.3,
  );
  return (
    Math.max(meanIn(scene.floor, foot), isBelowFeet(scene, foot) ? belowFeet : 0) -
    6 * meanIn(scene.water, foot) -
    onThings.length -
    0.06 * meanIn(scene.clutter, foot)
  );
}

/** The score of ground that furniture shows although its color does not. */
const belowFeet = 0.6;

/** True beside furniture, on the row where it stands or closer: a floor of any color. */
const isBelowFeet = ({ things, height, outdoors }: SceneModel, foot: Rect): boolean =>
  !outdoors &&
  things.every(({ rect }) => !overlap(rect, foot)) &&
  things.some(
    ({ kind, rect }) => isFurniture(kind) && foot.y + foot.height >= rect.y + rect.height - 0.015 * height,
  );

const isFurniture = (kind: Thing['kind']): boolean => {
  const { standsCm, seat } = getFacts(kind);
  return standsCm !== undefined || seat !== undefined;
};

/**
 * How much of the scene's things a product in front of them hides: a place that hides a tenth of a table is worse than one
 * that the lower edge cuts.
 */
function hidingScore(scene: SceneModel, rect: Rect): number {
  const hidden = scene.things.reduce((sum, thing) => sum + thing.score * coveredShare(thing.rect, rect), 0);
  return 0.8 * meanIn(scene.objects, rect) + 8 * hidden - 0.3 * onThirds(scene, rect.x + rect.width / 2);
}

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
  return (
    0.55 +
    1.6 * onFloor -
    8 * Math.max(0, minOnFloor - onFloor) -
    8 * meanIn(scene.water, foot) -
    scene.things.reduce((sum, thing) => sum + hidingPenalty(thing, rect, foot), 0) -
    0.06 * meanIn(scene.clutter, foot) -
    0.9 * hidden -
    // An area almost full of objects is occupied; a lamp's pole still fits there.
    4 * Math.max(0, hidden - 0.8) * clamp(rect.width / rect.height, 0.1, 1) -
    1.2 * sink +
    0.35 * onThirds(scene, rect.x + rect.width / 2) +
    // Slightly closer is better: larger, and less likely behind something that was not recognised.
    0.5 * (base / scene.height - 0.8) -
    (rect.y < scene.height * 0.02 ? 1 : 0)
  );
}

/**
 * A product cannot stand inside a thing, nor behind one without being hidden by it; in front of a thing it should
 * leave most of it visible.
 */
function hidingPenalty({ kind, rect: thing, score }: Thing, rect: Rect, foot: Rect): number {
  const shared = coveredShare(thing, rect);
  if (shared === 0) return 0;
  const thingFoot = thing.y + thing.height;
  const inside = isFurniture(kind) ? coveredShare(foot, thing) : 0;
  const behind = foot.y + foot.height < thingFoot && coveredShare(rect, thing) > 0.03;
  return score * (8 * inside + (behind ? 6 : 0) + 3 * shared + 6 * Math.max(0, shared - 0.3));
}
