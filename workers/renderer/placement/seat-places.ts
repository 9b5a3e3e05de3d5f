import { meanIn } from '../pixels/integral.ts';
import { coveredShare } from '../pixels/rect.ts';
import { floorScale } from '../scene/perspective.ts';
import type { SceneModel } from '../scene/scene-analysis.ts';
import { getFacts } from '../scene/things/thing.ts';
import { type Candidate, ownSurfaceBonus, sized, sizePenalty } from './candidate.ts';
import type { Item } from './item.ts';
import { minOnFloorCm } from './standing-places.ts';

/** Furniture whose foot is further down, as a share of the height, fills the foreground. */
const seenWhole = 0.96;
/** Width of sofas and beds relative to their height, at least. */
const wideSeat = 1.5;

interface SeatOptions {
  /** How much further up than a cushion a product stands, in heights of the seat's thing. */
  raised: number;
  /** Middles of the places on a wide seat, as shares of its width, the best first. */
  onSofa: readonly number[];
}

/** Cushions lie in the corners of a sofa, lean on its back and cover its front; cups stand further up, away from the arms. */
const cushions: SeatOptions = { raised: 0, onSofa: [0.2, 0.26, 0.74, 0.8, 0.5, 0.38, 0.62] };
const cups: SeatOptions = { raised: 0.12, onSofa: [0.5, 0.42, 0.58, 0.35, 0.65] };

/** Places on the seats of sofas, chairs and beds: on a sofa into the corners, like cushions. */
export function seatPlaces(
  item: Item,
  scene: SceneModel,
  factor: number,
  { raised, onSofa }: SeatOptions = cushions,
): Candidate[] {
  return scene.things.flatMap(({ kind, rect: thing, score: certainty }) => {
    const { seat } = getFacts(kind);
    const hidden = scene.living.some((person) => coveredShare(thing, person) > 0.25);
    if (seat === undefined || hidden) return [];
    const scale = floorScale(scene.perspective, Math.min(thing.y + thing.height, scene.height)) * factor;
    const size = sized(item, scene, Math.min(scale, (thing.width * 0.42) / item.plan.widthCm), 'seat');
    const real = item.plan.widthCm * scale;
    const base = thing.y + thing.height * (seat - raised);
    const shares = thing.width < thing.height * wideSeat ? [0.5, 0.45, 0.55, 0.38, 0.62] : onSofa;
    return shares.map((share, order) => {
      const rect = { x: thing.x + thing.width * share - size.width / 2, y: base - size.height, ...size };
      const score =
        ownSurfaceBonus +
        certainty -
        0.05 * meanIn(scene.clutter, rect) -
        0.05 * order -
        sizePenalty(size.width, real);
      return { surface: 'seat' as const, rect, score };
    });
  });
}

/**
 * Places of small things that find no table: on sofas and beds seen from the front. Armchairs may be turned away, and what
 * fills the foreground may show its back.
 */
export function sofaPlaces(item: Item, scene: SceneModel, factor: number): Candidate[] {
  if (item.plan.heightCm >= minOnFloorCm) return [];
  const things = scene.things.filter(
    ({ kind, rect }) =>
      kind !== 'chair' &&
      rect.width >= rect.height * wideSeat &&
      rect.y + rect.height < seenWhole * scene.height,
  );
  return seatPlaces(item, { ...scene, things }, factor, cups);
}
