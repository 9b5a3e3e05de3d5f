import { erode } from '../../pixels/distance.ts';
import { type Steps, waysFrom } from '../../pixels/edge-ways.ts';
import { gradient } from '../../pixels/gradient.ts';
import { areaOf, dentsOf, edgePoints, hullOf } from '../../pixels/hull.ts';
import { toLab } from '../../pixels/lab.ts';
import type { Pixels } from '../../pixels/pixels.ts';
import { spreadOf } from './spread.ts';

/** Dents at least this deep (shares of the longer side) are where one shoe's outline meets the other's. */
const dent = 0.035;
/** A cut is along an edge: the colour steps by so much more than it usually does. */
const edgeLike = 3;
/** A front shoe has this share of both, is more like one shoe by so much, and hardly more dented; or dented at all. */
const front = { least: 0.42, most: 0.93, longer: 1.04, dented: 0.05, whole: 0.84 };
/** What is like one shoe: long for its width, and with few dents, which count more than length does. */
const evenness = 4;
/** Cuts made at most: the hidden shoe may look out on two sides. */
const cuts = 2;
/** And by so much (Lab) whatever is usual. */
const faintest = 2;
/** What is cut off is so large for the square of the cut's length. */
const compact = 0.12;
/** Places of the outline tried as ends of a cut. */
const rimLooks = 80;

/**
 * The front one of two shoes that hide one another: parts of the back one are cut off along edges between the
 * dents of their common outline. `body`: 1 on both, at the size of `small`. Undefined when no such cut is found.
 */
export function frontShoe(small: Pixels, body: Uint8Array): Uint8Array | undefined {
  const { width, height } = small;
  const steps = gradient(toLab(small.data, width, height, 4));
  let shoe = body;
  for (let round = 0; round < cuts; round++) {
    // The outline itself is no edge between two shoes.
    const deep = erode(shoe, width, height, 2.5);
    const cut = bestCut({ mask: shoe, steps: steps.map((step, i) => step * deep[i]!), width, height });
    if (!cut) break;
    shoe = cut;
  }
  const share = count(shoe) / count(body);
  const whole = solidity(shoe, width, height) > front.whole;
  return shoe !== body && whole && share > front.least && share < front.most ? shoe : undefined;
}

/** Cuts between two dents are surest; on the rim they are tried where there are none. */
function bestCut(drawn: Steps): Uint8Array | undefined {
  const { mask, width, height } = drawn;
  const dents = dentsOf(mask, width, height, dent * Math.max(width, height)).slice(0, 5);
  const ways = dents.map((from) => waysFrom(drawn, from));
  const edge = edgePoints(mask, width, height);
  const rim = edge.filter((_, k) => k % Math.ceil(edge.length / rimLooks) === 0);
  return (
    longest(
      drawn,
      ways.flatMap((way, i) => dents.slice(i + 1).map(way)),
    ) ??
    longest(
      drawn,
      ways.flatMap((way) => rim.map(way)),
    )
  );
}

/** What is left by the cut after which the front shoe is longest for its width. */
function longest(drawn: Steps, paths: (number[] | undefined)[]): Uint8Array | undefined {
  const { mask, steps, width, height } = drawn;
  const least = Math.max(faintest, medianOf(steps, mask) * edgeLike);
  const before = solidity(mask, width, height);
  let best: Uint8Array | undefined;
  let most = longness(mask, width, height) * before ** evenness * front.longer;
  for (const path of paths) {
    if (!path || path.length < width * 0.06 || alongEdge(path, steps) < least) continue;
    const kept = lowerPart(drawn, path);
    if (!kept) continue;
    const long = longness(kept, width, height);
    if (long <= most) continue;
    const even = solidity(kept, width, height);
    const now = long * even ** evenness;
    if (now <= most || even < before - front.dented) continue;
    most = now;
    best = kept;
  }
  return best;
}

/** Mean step of colour on a path without its ends, which lie on the outline. */
function alongEdge(path: number[], steps: Float32Array): number {
  const inner = path.slice(4, -4);
  return inner.reduce((sum, k) => sum + steps[k]!, 0) / Math.max(1, inner.length);
}

const count = (mask: Uint8Array): number => mask.reduce((sum, value) => sum + value, 0);

/** The usual step of colour: prints and laces are few but strong. */
function medianOf(values: Float32Array, mask: Uint8Array): number {
  const inner = values.filter((_, i) => mask[i] === 1).sort();
  return inner[inner.length >> 1] ?? 0;
}

const solidity = (mask: Uint8Array, width: number, height: number): number =>
  count(mask) / Math.max(1, areaOf(hullOf(edgePoints(mask, width, height))));

function longness(mask: Uint8Array, width: number, height: number): number {
  const data = new Uint8Array(mask.length * 4);
  for (let i = 0; i < mask.length; i++) data[i * 4 + 3] = mask[i]! * 255;
  const { along, across } = spreadOf({ data, width, height });
  return along / across;
}

/** Of the two parts beside a cut the one that reaches lower stands in front. */
function lowerPart({ mask, width, height }: Steps, path: number[]): Uint8Array | undefined {
  const cut = Uint8Array.from(mask);
  for (const i of path) for (const j of [i, i - 1, i + 1, i - width, i + width]) if (j >= 0) cut[j] = 0;
  const [a, b] = partsOf(cut, width).sort((p, q) => q.pixels.length - p.pixels.length);
  if (!a || !b) return undefined;
  const [more, less] = [a.pixels.length, b.pixels.length];
  // A strip along the cut is a sole or a seam, not a shoe.
  if (less < more * 0.04 || less < path.length ** 2 * compact) return undefined;
  const chosen = b.bottom > a.bottom + 1 && less > more * 0.6 ? b : a;
  if (chosen.bottom + height * 0.03 < Math.max(a.bottom, b.bottom)) return undefined;
  const kept = new Uint8Array(mask.length);
  for (const i of chosen.pixels) kept[i] = 1;
  return kept;
}

/** Connected parts with their lowest rows: hundreds of cuts are tried, so this fills plain arrays. */
function partsOf(left: Uint8Array, width: number): { pixels: Int32Array; bottom: number }[] {
  const parts: { pixels: Int32Array; bottom: number }[] = [];
  const queue = new Int32Array(left.length);
  for (let start = 0; start < left.length; start++) {
    if (left[start] === 0) continue;
    let [head, tail, last] = [0, 1, start];
    queue[0] = start;
    left[start] = 0;
    const visit = (j: number): void => {
      if (left[j] !== 1) return;
      left[j] = 0;
      queue[tail] = j;
      tail++;
    };
    while (head < tail) {
      const i = queue[head]!;
      head++;
      if (i > last) last = i;
      const x = i % width;
      if (x > 0) visit(i - 1);
      if (x < width - 1) visit(i + 1);
      visit(i - width);
      visit(i + width);
    }
    parts.push({ pixels: queue.slice(0, tail), bottom: Math.floor(last / width) });
  }
  return parts;
}
