import { erode } from '../../pixels/distance.ts';
import { pathsFrom, type Steps } from '../../pixels/edge-paths.ts';
import { gradient } from '../../pixels/gradient.ts';
import { edgePoints, getArea, getDents, getHull } from '../../pixels/hull.ts';
import { toLab } from '../../pixels/lab.ts';
import type { Pixels } from '../../pixels/pixels.ts';
import { principalSpread } from './spread.ts';

/** Minimum depth (share of the longer side) of the concavities where the outlines of the two shoes meet. */
const minDentDepth = 0.035;
/** Minimum color step along a cut, relative to the median step. */
const edgeFactor = 3;
/**
 * Of the front shoe: minimum and maximum share of both, minimum gain in elongation, maximum loss of solidity by
 * the cut, and minimum solidity.
 */
const front = { minShare: 0.42, maxShare: 0.93, elongationGain: 1.04, solidityLoss: 0.05, minSolidity: 0.84 };
/** Exponent of solidity in the score of a cut: solidity counts more than elongation. */
const solidityWeight = 4;
/** Maximum number of cuts: the hidden shoe may be visible on two sides. */
const maxCuts = 2;
/** Minimum color step (Lab) along a cut, whatever the median. */
const minStep = 2;
/** Minimum area that is cut off, as a share of the cut's squared length. */
const minCompactness = 0.12;
/** Points of the outline tried as ends of a cut. */
const rimSamples = 80;

/**
 * The front one of two shoes that hide one another: parts of the back one are cut off along edges between the
 * concavities of their common outline. `body`: 1 on both, at the size of `small`. Undefined when no such cut is
 * found.
 */
export function frontShoe(small: Pixels, body: Uint8Array): Uint8Array | undefined {
  const { width, height } = small;
  const steps = gradient(toLab(small.data, width, height, 4));
  let shoe = body;
  for (let round = 0; round < maxCuts; round++) {
    // The outline itself is not an edge between the two shoes.
    const deep = erode(shoe, width, height, 2.5);
    const cut = bestCut({ mask: shoe, steps: steps.map((step, i) => step * deep[i]!), width, height });
    if (!cut) break;
    shoe = cut;
  }
  const share = areaIn(shoe) / areaIn(body);
  const isSolid = solidity(shoe, width, height) > front.minSolidity;
  return shoe !== body && isSolid && share > front.minShare && share < front.maxShare ? shoe : undefined;
}

/**
 * Cuts between two concavities are the most reliable; cuts to other points of the outline are tried without them.
 */
function bestCut(grid: Steps): Uint8Array | undefined {
  const { mask, width, height } = grid;
  const dents = getDents(mask, width, height, minDentDepth * Math.max(width, height)).slice(0, 5);
  const pathsTo = dents.map((from) => pathsFrom(grid, from));
  const edge = edgePoints(mask, width, height);
  const rim = edge.filter((_, k) => k % Math.ceil(edge.length / rimSamples) === 0);
  return (
    longest(
      grid,
      pathsTo.flatMap((pathTo, i) => dents.slice(i + 1).map(pathTo)),
    ) ??
    longest(
      grid,
      pathsTo.flatMap((pathTo) => rim.map(pathTo)),
    )
  );
}

/** The rest after the cut that makes the front shoe longest for its width. */
function longest(grid: Steps, paths: (number[] | undefined)[]): Uint8Array | undefined {
  const { mask, steps, width, height } = grid;
  const threshold = Math.max(minStep, getMedian(steps, mask) * edgeFactor);
  const before = solidity(mask, width, height);
  let best: Uint8Array | undefined;
  let bestScore = elongation(mask, width, height) * before ** solidityWeight * front.elongationGain;
  for (const path of paths) {
    if (!path || path.length < width * 0.06 || alongEdge(path, steps) < threshold) continue;
    const kept = lowerPart(grid, path);
    if (!kept) continue;
    const long = elongation(kept, width, height);
    if (long <= bestScore) continue;
    const solid = solidity(kept, width, height);
    const score = long * solid ** solidityWeight;
    if (score <= bestScore || solid < before - front.solidityLoss) continue;
    bestScore = score;
    best = kept;
  }
  return best;
}

/** Mean color step on a path without its ends, which are on the outline. */
function alongEdge(path: number[], steps: Float32Array): number {
  const inner = path.slice(4, -4);
  return inner.reduce((sum, k) => sum + steps[k]!, 0) / Math.max(1, inner.length);
}

const areaIn = (mask: Uint8Array): number => mask.reduce((sum, value) => sum + value, 0);

/** The median color step: prints and laces are few but strong. */
function getMedian(values: Float32Array, mask: Uint8Array): number {
  const inner = values.filter((_, i) => mask[i] === 1).sort();
  return inner[inner.length >> 1] ?? 0;
}

const solidity = (mask: Uint8Array, width: number, height: number): number =>
  areaIn(mask) / Math.max(1, getArea(getHull(edgePoints(mask, width, height))));

function elongation(mask: Uint8Array, width: number, height: number): number {
  const data = new Uint8Array(mask.length * 4);
  for (let i = 0; i < mask.length; i++) data[i * 4 + 3] = mask[i]! * 255;
  const { along, across } = principalSpread({ data, width, height });
  return along / across;
}

/** Of the two parts beside a cut the one that reaches lower is in front. */
function lowerPart({ mask, width, height }: Steps, path: number[]): Uint8Array | undefined {
  const cut = Uint8Array.from(mask);
  for (const i of path) for (const j of [i, i - 1, i + 1, i - width, i + width]) if (j >= 0) cut[j] = 0;
  const [a, b] = getParts(cut, width).sort((p, q) => q.pixels.length - p.pixels.length);
  if (!a || !b) return undefined;
  const [more, less] = [a.pixels.length, b.pixels.length];
  // A strip along the cut is a sole or a seam, not a shoe.
  if (less < more * 0.04 || less < path.length ** 2 * minCompactness) return undefined;
  const chosen = b.bottom > a.bottom + 1 && less > more * 0.6 ? b : a;
  if (chosen.bottom + height * 0.03 < Math.max(a.bottom, b.bottom)) return undefined;
  const kept = new Uint8Array(mask.length);
  for (const i of chosen.pixels) kept[i] = 1;
  return kept;
}

/** Connected parts with their lowest rows: called for hundreds of cuts, so it uses typed arrays. */
function getParts(left: Uint8Array, width: number): { pixels: Int32Array; bottom: number }[] {
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
