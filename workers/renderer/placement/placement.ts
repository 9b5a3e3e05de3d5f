import { overlap, type Rect } from '../pixels/rect.ts';
import type { SceneModel } from '../scene/scene-analysis.ts';
import type { Surface } from '../zones.ts';
import type { Candidate } from './candidate.ts';
import { candidatesFor, cardsFor } from './free-space.ts';
import type { Item, Placed } from './item.ts';
import { type PersonBody, personRect } from './persons.ts';

/** One common factor keeps the products' sizes in proportion when the free space is tight. */
const factors = [1, 0.88, 0.77, 0.67, 0.58, 0.5, 0.42, 0.35, 0.28];
/** Furniture shown smaller than this beside real furniture looks like a toy; a picture of it is better. */
const smallestFactor = 0.7;
/**
 * Below this score a product hides something or floats; a smaller size is tried first, then a picture of the
 * product.
 */
export const believable = 0.15;
const acceptable = 0;

/**
 * Finds a place for every product: largest first, the highest-scored candidate that overlaps no earlier one.
 * Deterministic, without overlaps, and always places all products (in the worst case side by side along the lower
 * edge).
 */
export function placeAll(items: Item[], scene: SceneModel, body?: PersonBody): Placed[] {
  const order = [...items].sort((p, q) => rank(q) - rank(p) || p.index - q.index);
  const realSizes = factors.filter((factor) => factor > smallestFactor);
  const search = searchOf(scene, body);
  return (
    firstBelievable(realSizes, order, search) ??
    fewestCards(realSizes, order, search) ??
    leastBad(order, search) ??
    inRequestOrder(sideBySide(items, scene))
  );
}

/** The inputs and the memoised candidates of all attempts. */
interface Search {
  scene: SceneModel;
  body: PersonBody | undefined;
  /** Computed once per product and size. */
  placesOf(item: Item, factor: number): Candidate[];
  /** The same for its framed picture. */
  cardsOf(item: Item): Candidate[];
}

function searchOf(scene: SceneModel, body: PersonBody | undefined): Search {
  const cache = new Map<string, Candidate[]>();
  const memoised = (key: string, find: () => Candidate[]): Candidate[] => {
    const found = cache.get(key) ?? find();
    cache.set(key, found);
    return found;
  };
  return {
    scene,
    body,
    placesOf: (item, factor) =>
      memoised(`${item.index} ${factor}`, () => candidatesFor(item, scene, factor, body !== undefined)),
    cardsOf: (item) => memoised(`${item.index} card`, () => cardsFor(item, scene)),
  };
}

/** The largest common size at which every product has a believable place. */
function firstBelievable(sizes: number[], order: Item[], search: Search): Placed[] | undefined {
  for (const factor of sizes) {
    const placed = tryFactor(order, search, { factor, cards: false });
    if (placed && worst(placed) >= believable) return inRequestOrder(placed);
  }
  return undefined;
}

/** The size at which the fewest products are shown as framed pictures; of equal ones the largest. */
function fewestCards(sizes: number[], order: Item[], search: Search): Placed[] | undefined {
  let best: Placed[] | undefined;
  const cards = (placed: Placed[]) => placed.filter(({ card }) => card !== undefined).length;
  for (const attempt of sizes.flatMap((factor) => [{ factor }, { factor, packed: true }])) {
    const placed = tryFactor(order, search, { ...attempt, cards: true });
    if (placed && worst(placed) >= acceptable && (!best || cards(placed) < cards(best))) best = placed;
  }
  return best && inRequestOrder(best);
}

function leastBad(order: Item[], search: Search): Placed[] | undefined {
  let best: Placed[] | undefined;
  let bestWorth = Number.NEGATIVE_INFINITY;
  for (const factor of factors) {
    const placed = tryFactor(order, search, { factor, cards: true });
    if (!placed) continue;
    // Toy-sized furniture looks worse than a hidden corner: shrinking must gain more than it costs.
    const worth = worst(placed) - 3 * (1 - factor);
    if (worth > bestWorth) {
      best = placed;
      bestWorth = worth;
    }
  }
  return best && inRequestOrder(best);
}

/**
 * Worn products have fixed places; then come standing ones, largest first; those that lie or hang take the
 * remaining space.
 */
const rank = ({ plan }: Item): number =>
  (plan.surface === 'person' ? 1e7 : standing(plan.surface) ? 1e6 : 0) + plan.widthCm * plan.heightCm;

const standing = (surface: Surface): boolean =>
  surface === 'floor' || surface === 'seat' || surface === 'table';

const inRequestOrder = (placed: Placed[]): Placed[] => placed.sort((p, q) => p.index - q.index);

const worst = (placed: Placed[]): number => Math.min(...placed.map(({ score }) => score));

interface Attempt {
  factor: number;
  /** Whether a product may be shown as a framed picture. */
  cards: boolean;
  /**
   * Whether tables are filled from one end: the best place is in the middle, where a product leaves no room for
   * others.
   */
  packed?: boolean;
}

/** Products with a believable place take it before the wall fills with pictures of the others. */
function tryFactor(order: Item[], search: Search, attempt: Attempt): Placed[] | undefined {
  const placed: Placed[] = [];
  const unplaced: Item[] = [];
  for (const item of order) {
    const best = bestPlace(item, search, { ...attempt, cards: false }, placed);
    if (attempt.cards && (!best || best.score < believable)) unplaced.push(item);
    else if (best) placed.push(best);
    else return undefined;
  }
  for (const item of unplaced) {
    const best = bestPlace(item, search, attempt, placed);
    if (!best) return undefined;
    placed.push(best);
  }
  return placed;
}

function bestPlace(
  item: Item,
  search: Search,
  { factor, cards, packed }: Attempt,
  taken: Placed[],
): Placed | undefined {
  const { scene, body } = search;
  const gap = Math.round(Math.min(scene.width, scene.height) * 0.012);
  const free = (rect: Rect) => taken.every((other) => !overlap(rect, other.rect, gap));
  if (body && item.plan.surface === 'person') {
    const rect = whole(personRect(body, item, scene));
    if (free(rect)) return { index: item.index, surface: 'person', ...zoneOf(item), rect, score: 1 };
  }
  let best: Placed | undefined;
  let bestWorth = Number.NEGATIVE_INFINITY;
  const places = search.placesOf(item, factor);
  for (const candidate of cards ? [...places, ...search.cardsOf(item)] : places) {
    const rect = whole(candidate.rect);
    const fromEnd = packed && candidate.surface === 'table' ? rect.x / scene.width : 0;
    const worth = candidate.score - fromEnd;
    if (worth <= bestWorth || !free(rect)) continue;
    best = { ...candidate, index: item.index, rect };
    bestWorth = worth;
  }
  return best;
}

const zoneOf = ({ plan }: Item) => (plan.zone === undefined ? {} : { zone: plan.zone });

function whole(rect: Rect): Rect {
  return {
    x: Math.round(rect.x),
    y: Math.round(rect.y),
    width: Math.max(1, Math.round(rect.width)),
    height: Math.max(1, Math.round(rect.height)),
  };
}

/** Last resort: one slot each along the lower edge. Reached by six wide products in a narrow scene. */
function sideBySide(items: Item[], scene: SceneModel): Placed[] {
  const slot = scene.width / items.length;
  return items.map((item, position) => {
    const width = Math.min(slot * 0.86, scene.height * 0.5 * item.aspect);
    const height = width / item.aspect;
    const rect = whole({
      x: slot * (position + 0.5) - width / 2,
      y: scene.height * 0.96 - height,
      width,
      height,
    });
    return { index: item.index, surface: 'floor', rect, score: -10 };
  });
}
