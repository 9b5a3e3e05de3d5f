import { overlap, type Rect, shownShare } from '../pixels/rect.ts';
import type { SceneModel } from '../scene/scene-analysis.ts';
import type { Surface } from '../zones.ts';
import type { Candidate } from './candidate.ts';
import { ceilingPlaces, wallPlaces } from './hanging-places.ts';
import type { Item, Placed } from './item.ts';
import { replacingPlaces } from './replacing-places.ts';
import { lyingPlaces } from './rug-places.ts';
import { seatPlaces, sofaPlaces } from './seat-places.ts';
import { floorPlaces, foregroundPlaces } from './standing-places.ts';
import { besidePlaces, tablePlaces } from './table-places.ts';

type Find = (item: Item, scene: SceneModel, factor: number) => Candidate[];

/** The surface that a product belongs to. Outdoors nothing hangs. */
const own: Record<Surface, Find[]> = {
  floor: [floorPlaces],
  table: [tablePlaces, floorPlaces],
  seat: [seatPlaces],
  rug: [lyingPlaces],
  wall: [wallPlaces],
  ceiling: [ceilingPlaces],
  person: [],
};

/** The plainest places that are still physical. Clothes lie or hang, everything else stands. */
const plain: Record<Surface, Find[]> = {
  floor: [replacingPlaces, foregroundPlaces],
  table: [besidePlaces, sofaPlaces, foregroundPlaces],
  seat: [floorPlaces, foregroundPlaces],
  rug: [lyingPlaces],
  wall: [foregroundPlaces],
  ceiling: [ceilingPlaces, foregroundPlaces],
  person: [tablePlaces, floorPlaces, foregroundPlaces],
};

/** Shares of the true size that are tried, the largest first: a smaller one must find a clearly better place. */
const sizes = [1, 0.85, 0.7];
/** Below this score a product hides something or floats. */
const believable = 0.15;

/**
 * Finds a place for each product, largest first: where it belongs, else in the foreground, at its true size. Products
 * for which neither is free are left out, but the only one has the least bad. Deterministic; no products overlap.
 */
export function placeAll(items: Item[], scene: SceneModel): Placed[] {
  const placed: Placed[] = [];
  const order = [...items].sort((p, q) => rank(q) - rank(p) || p.index - q.index);
  const crowded = items.filter(({ plan }) => plan.surface === 'table').length > 1;
  for (const item of order) {
    const found = getBest(own[item.plan.surface], item, { scene, placed, crowded, least: believable });
    const least = placed.length === 0 && item === order.at(-1) ? Number.NEGATIVE_INFINITY : -2.5;
    const place = found ?? getBest(plainFor(item), item, { scene, placed, crowded, least });
    if (place) placed.push({ ...place, placement: found ? 'good' : 'plain' });
  }
  return placed.sort((p, q) => p.index - q.index);
}

/** Standing products come first, largest first; those that lie or hang take the remaining space. */
const rank = ({ plan }: Item): number =>
  (['floor', 'seat', 'table'].includes(plan.surface) ? 1e6 : 0) + plan.widthCm * plan.heightCm;

/** Clothes that no person wears. */
const isGarment = ({ plan }: Item): boolean => ['torso', 'legs', 'full', 'neck'].includes(plan.zone ?? '');

const plainFor = (item: Item): Find[] =>
  isGarment(item) ? [wallPlaces, lyingPlaces] : plain[item.plan.surface];

interface Search {
  scene: SceneModel;
  placed: Placed[];
  /** True if tables are filled from one end: the best place, in the middle, would leave no room for others. */
  crowded: boolean;
  /** Minimum score. */
  least: number;
}

function getBest(finds: Find[], item: Item, search: Search): Omit<Placed, 'placement'> | undefined {
  const { scene, placed, crowded, least } = search;
  const gap = Math.round(Math.min(scene.width, scene.height) * 0.012);
  let best: Omit<Placed, 'placement'> | undefined;
  let bestWorth = Number.NEGATIVE_INFINITY;
  for (const find of finds) {
    for (const factor of sizes) {
      for (const candidate of find(item, scene, factor)) {
        const rect = whole(candidate.rect);
        const fromEnd = crowded && candidate.surface === 'table' ? rect.x / scene.width : 0;
        const worth = candidate.score - fromEnd - 1.4 * (1 - factor);
        if (candidate.score < least || worth <= bestWorth) continue;
        if (shownShare(rect, scene) < mostlySeen) continue;
        if (placed.some((other) => overlap(rect, other.rect, gap)) || coversLiving(scene, rect)) continue;
        best = { ...candidate, index: item.index, rect };
        bestWorth = worth;
      }
    }
    if (best) return best;
  }
  return best;
}

/** Share of a product that the image shows at least: its lower edge may cut the feet off. */
const mostlySeen = 0.85;

const coversLiving = ({ living }: SceneModel, rect: Rect): boolean =>
  living.some((person) => overlap(rect, person));

function whole(rect: Rect): Rect {
  return {
    x: Math.round(rect.x),
    y: Math.round(rect.y),
    width: Math.max(1, Math.round(rect.width)),
    height: Math.max(1, Math.round(rect.height)),
  };
}
