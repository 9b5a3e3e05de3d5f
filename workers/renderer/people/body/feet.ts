import { marked } from '../../pixels/arrays.ts';
import { clamp } from '../../pixels/clamp.ts';
import { components } from '../../pixels/components.ts';
import { getLab } from '../../pixels/lab.ts';
import { distance, fromSegment, type Point } from '../../pixels/points.ts';
import type { Frame } from './body.ts';
import type { Person } from './read-person.ts';

/** One foot; lengths in pixels of the person's mask. */
export interface Foot {
  /** Middle of the leg's lower end, the leg's width there, and how far it leans to the right per row. */
  end: Point;
  width: number;
  lean: number;
  /** 1 on foot and shoe, at mask size. */
  cells: Uint8Array;
  /** Extent of the part on the ground, and its lowest row. */
  left: number;
  right: number;
  bottom: number;
}

/** Minimum score of a visible ankle, and minimum share of person in a pixel of a foot. */
const min = { score: 0.25, person: 0.15 };
/** Maximum distance of a foot's pixels from its ankle, and the size of a foot, in shoulder widths. */
const reach = 0.8;
const foot = { area: 0.3, width: 0.84, below: 0.2 };

/** Distance of the ends of legs that cross, of which one hides the other's foot; shoulder widths. */
const crossing = 0.2;

/**
 * Finds the feet below the ankles, the viewer's left first; empty when one that should be visible is not certain, and where
 * the legs cross there.
 */
export function findFeet(person: Person, { sides, unit }: Frame): Foot[] {
  const { mask, scale } = person;
  const ankles = sides
    .filter(({ seen, ankle }) => seen.ankle >= min.score && ankle.y * scale < mask.height * 0.99)
    .map(({ ankle }) => ({ x: ankle.x * scale, y: ankle.y * scale }));
  const feet = ankles.map((ankle) => getFoot(person, unit * scale, ankle, ankles));
  const [a, b] = feet.map((one) => one?.end);
  const cross = a && b && distance(a, b) < crossing * unit * scale;
  return !cross && feet.every((one) => one !== undefined) ? feet : [];
}

function getFoot(person: Person, u: number, ankle: Point, ankles: Point[]): Foot | undefined {
  const { data, width } = person.mask;
  const away = (i: number, { x, y }: Point) =>
    fromSegment({ x: i % width, y: Math.floor(i / width) }, { x, y }, { x, y: y + 0.4 * u });
  const below = (start: number): number[] => {
    const near = marked(data, (share, i) => {
      const isBeside = i < ankle.y * width && Math.abs((i % width) - ankle.x) > 0.2 * u;
      return share >= min.person && i >= start * width && !isBeside && away(i, ankle) < reach * u;
    });
    const pieces = components(near, width, person.mask.height).sort((p, q) => q.area - p.area);
    const touches = (pixels: number[], at: Point) => pixels.some((i) => away(i, at) < 0.2 * u);
    const own = pieces.find(({ pixels }) => touches(pixels, ankle))?.pixels ?? [];
    const others = ankles.filter((other) => other !== ankle && touches(own, other));
    return own.filter((i) => others.every((other) => away(i, ankle) <= away(i, other)));
  };
  const leg = getLeg(person, u, ankle);
  const hem = findHem(
    person,
    u,
    ankle,
    leg,
    below(ankle.y + 0.16 * u).filter((i) => data[i]! > 0.5),
  );
  const end = { x: ankle.x + leg.aside + leg.lean * (hem - ankle.y), y: hem };
  const pixels = below(hem);
  const bottom = Math.floor(Math.max(0, ...pixels) / width) + 1;
  const onGround = pixels.filter((i) => i / width > ankle.y + (bottom - ankle.y) * 0.4);
  const columns = onGround.map((i) => i % width).sort((p, q) => p - q);
  // The ends contain specks of ground and of the other foot.
  const [left = 0, right = 0] = [0.03, 0.97].map((share) => columns[Math.floor(share * columns.length)]);
  const isFoot =
    pixels.length < foot.area * u * u && bottom > ankle.y + foot.below * u && right - left < foot.width * u;
  if (!isFoot || columns.length < 0.02 * u * u) return undefined;
  const cells = new Uint8Array(data.length);
  for (const i of pixels) cells[i] = 1;
  return { end, width: leg.width, lean: leg.lean, cells, left, right: right + 1, bottom };
}

interface Leg {
  /** Its middle at the ankle, relative to the joint. */
  aside: number;
  width: number;
  lean: number;
}

function getLeg({ mask }: Person, u: number, ankle: Point): Leg {
  const spanAt = (y: number) => {
    const isPerson = (x: number) => mask.data[Math.round(y) * mask.width + x]! >= 0.5;
    let [left, right] = [Math.round(ankle.x), Math.round(ankle.x)];
    while (isPerson(left - 1) && left > ankle.x - 0.3 * u) left--;
    while (isPerson(right) && right < ankle.x + 0.3 * u) right++;
    return { middle: (left + right) / 2, width: right - left };
  };
  const [high, low] = [spanAt(ankle.y - 0.4 * u), spanAt(ankle.y - 0.12 * u)];
  const lean = clamp((low.middle - high.middle) / (0.28 * u), -0.6, 0.6);
  return { aside: low.middle + lean * 0.12 * u - ankle.x, width: clamp(low.width, 0.12 * u, 0.34 * u), lean };
}

/** Finds the row that best separates the colors of trousers or skin from those of the shoe; the joint is a hint. */
function findHem({ mask, small }: Person, u: number, ankle: Point, leg: Leg, shoe: number[]): number {
  const mean = (pixels: number[]) =>
    getLab(
      ...([0, 1, 2].map((c) => average(pixels.map((i) => small.data[i * 3 + c]!))) as [
        number,
        number,
        number,
      ]),
    );
  const from = Math.max(0, Math.round(ankle.y - 0.9 * u));
  const rows = Array.from({ length: Math.round(1.15 * u) }, (_, k) => {
    const middle = ankle.x + leg.aside + leg.lean * (from + k - ankle.y);
    const start = (from + k) * mask.width + Math.round(middle - leg.width * 0.4);
    const across = Array.from({ length: Math.max(1, Math.round(leg.width * 0.8)) }, (_, x) => start + x);
    return across.filter((i) => mask.data[i]! >= 0.5);
  });
  const upper = rows.slice(0, Math.round(0.45 * u)).flat();
  if (upper.length === 0 || shoe.length === 0) return ankle.y;
  const [legColor, shoeColor] = [mean(upper), mean(shoe)];
  let [best, most, sum] = [ankle.y, 0, 0];
  for (const [k, pixels] of rows.entries()) {
    if (k < 0.45 * u || pixels.length === 0) continue;
    const color = mean(pixels);
    const away = (other: readonly number[]) => Math.hypot(...color.map((value, c) => value - other[c]!));
    sum += clamp(away(shoeColor) - away(legColor), -20, 20) + (40 * (ankle.y - from - k)) / u;
    if (sum > most) [best, most] = [from + k + 1, sum];
  }
  return best;
}

const average = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
