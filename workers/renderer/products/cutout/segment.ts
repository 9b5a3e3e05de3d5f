import { integers } from '../../pixels/arrays.ts';
import { clamp } from '../../pixels/clamp.ts';
import { labelComponents } from '../../pixels/components.ts';
import { gridCut } from '../../pixels/graph-cut.ts';
import type { LabImage } from '../../pixels/lab.ts';
import { COST_UNIT, smoothness } from '../../pixels/smoothness.ts';
import type { Background } from './background.ts';
import { barrierFromBorder } from './barrier.ts';
import type { Difference } from './difference.ts';
import { type Enclosure, weighEnclosure } from './enclosure.ts';

/** Everything measured at analysis size that the cut is based on. */
export interface Evidence {
  image: LabImage;
  edges: Float32Array;
  background: Background;
  difference: Difference;
  enclosure: Enclosure;
}

const UNARY_LIMIT = 14;
const BARRIER_WEIGHT = 0.6;
// Blobs that only the loose cut keeps: gradients at rims of objects are 3.2 to 4.6, of shadows 0.6 to 2.5 (measured).
const RIM = { objectGradient: 2.8, enclosedBelow: 0.35 };

/** Product mask at analysis size: a loose and a tight graph cut, and a decision on each blob between them. */
export function segment(evidence: Evidence): Uint8Array {
  const { image, background, difference } = evidence;
  const { width, height } = image;
  const barrier = barrierFromBorder(difference.shaded, width, height);
  const loose = clamp(3.2 * Math.min(background.sigma, 2.2), background.sigma < 0.15 ? 1.2 : 2.6, 7);
  const bare = difference.shaded.map((d, i) => Math.max(d, BARRIER_WEIGHT * barrier[i]!));
  const score = weighEnclosure(bare, difference, evidence.enclosure, loose);
  const tight = Math.max(1.3 * loose, 0.8 * clamp(0.62 * otsu(score), 7, 20));
  const edges = smoothness(image);
  const cut = (threshold: number) => gridCut(width, height, terminals(score, threshold), edges);
  return keepObjects(evidence, cut(loose), cut(tight));
}

const terminals = (score: Float32Array, threshold: number): Int32Array =>
  integers(score, (s) => Math.round(clamp(s - threshold, -UNARY_LIMIT, UNARY_LIMIT) * COST_UNIT));

/** Keeps the tight mask and the loose-only blobs that end in an edge as objects do; shadows fade out. */
function keepObjects(evidence: Evidence, loose: Uint8Array, tight: Uint8Array): Uint8Array {
  const { width, height } = evidence.image;
  const between = loose.map((value, i) => (value && !tight[i] ? 1 : 0));
  const blobs = labelComponents(between, width, height, false);
  const rim = new Float64Array(blobs.count + 1);
  const free = new Float64Array(blobs.count + 1);
  const slope = new Float64Array(blobs.count + 1);
  for (let i = 0; i < between.length; i++) {
    const blob = blobs.label[i]!;
    if (blob === 0) continue;
    const x = i % width;
    for (const [j, inside] of [
      [i - 1, x > 0],
      [i + 1, x < width - 1],
      [i - width, i >= width],
      [i + width, i < width * (height - 1)],
    ] as const) {
      if (!inside || blobs.label[j] === blob) continue;
      rim[blob]!++;
      if (loose[j]) continue;
      free[blob]!++;
      slope[blob]! += Math.max(evidence.edges[i]!, evidence.edges[j]!);
    }
  }
  const isObject = rim.map((total, blob) =>
    free[blob]! < RIM.enclosedBelow * total || slope[blob]! >= RIM.objectGradient * free[blob]! ? 1 : 0,
  );
  return tight.map((value, i) => (value || (blobs.label[i]! > 0 && isObject[blobs.label[i]!]) ? 1 : 0));
}

/** The threshold that best separates the values into two classes (Otsu 1979). */
function otsu(values: Float32Array): number {
  const bins = 128;
  const top = 64;
  const histogram = new Float64Array(bins);
  for (let i = 0; i < values.length; i++) {
    histogram[Math.min(bins - 1, Math.floor((values[i]! / top) * bins))]!++;
  }
  const total = histogram.reduce((sum, count, bin) => sum + count * bin, 0);
  let below = 0;
  let sumBelow = 0;
  let best = 0;
  let threshold = 0;
  for (let bin = 0; bin < bins - 1; bin++) {
    below += histogram[bin]!;
    sumBelow += histogram[bin]! * bin;
    const above = values.length - below;
    if (below === 0 || above === 0) continue;
    const gap = sumBelow / below - (total - sumBelow) / above;
    const between = below * above * gap * gap;
    if (between <= best) continue;
    best = between;
    threshold = ((bin + 1) / bins) * top;
  }
  return threshold;
}
