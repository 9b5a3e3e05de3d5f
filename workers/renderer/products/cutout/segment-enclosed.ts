import { integers, marked } from '../../pixels/arrays.ts';
import { clamp } from '../../pixels/clamp.ts';
import { labelComponents } from '../../pixels/components.ts';
import { dilate, distanceTo, erode } from '../../pixels/distance.ts';
import { gridCut } from '../../pixels/graph-cut.ts';
import { fitMixture, logLikelihood } from '../../pixels/mixture.ts';
import { COST_UNIT, smoothness } from '../../pixels/smoothness.ts';
import type { Evidence } from './segment.ts';

// Edge heights tried, in Lab per pixel: a saucer on a wooden table stays enclosed up to 6.2, the table only below 3.9.
const HEIGHTS = Array.from({ length: 22 }, (_, k) => 2 * 1.12 ** k);
const REGION = { areaMin: 0.015, areaMax: 0.6, borderMax: 0.04, sameArea: 0.9 };
const PRIOR = { inside: 4, outside: 3, fall: 0.35, solid: 3, far: 12 };
const COLOUR = { weight: 0.5, limit: 10 };

/**
 * Product mask on a busy background: the region that stays the same over the widest range of edge heights (one strong
 * outline encloses it), then a graph cut between its colors and the others. Empty when no region is enclosed.
 */
export function segmentEnclosed(evidence: Evidence): Uint8Array {
  const region = mostStableRegion(evidence);
  return region ? refine(evidence, region) : new Uint8Array(evidence.image.l.length);
}

function mostStableRegion({ image, enclosure }: Evidence): Uint8Array | undefined {
  const { width, height } = image;
  let best: Uint8Array | undefined;
  let longest = 0;
  let start: { mask: Uint8Array; area: number; length: number } | undefined;
  for (const threshold of HEIGHTS) {
    const found = largestInside(enclosure.behind, threshold, width, height);
    if (!found) continue;
    if (start && found.area >= REGION.sameArea * start.area && found.area <= start.area * 1.02)
      start.length++;
    else start = { ...found, length: 1 };
    // Of equally stable regions the larger is the whole product, the smaller a part of it.
    const value = start.length * start.area;
    if (value <= longest) continue;
    longest = value;
    best = start.mask;
  }
  return best;
}

/** The largest region behind edges of at least `threshold` that hardly touches the image border. */
function largestInside(
  behind: Float32Array,
  threshold: number,
  width: number,
  height: number,
): { mask: Uint8Array; area: number } | undefined {
  const high = marked(behind, (value) => value >= threshold);
  const parts = labelComponents(high, width, height, false);
  const border = borderContact(parts.label, parts.count, width, height);
  let main = 0;
  for (let p = 1; p <= parts.count; p++) {
    const share = parts.size[p]! / high.length;
    const usable =
      share >= REGION.areaMin &&
      share <= REGION.areaMax &&
      border[p]! <= REGION.borderMax * 2 * (width + height);
    if (usable && (main === 0 || parts.size[p]! > parts.size[main]!)) main = p;
  }
  if (main === 0) return undefined;
  return { mask: high.map((_, i) => (parts.label[i] === main ? 1 : 0)), area: parts.size[main]! };
}

function borderContact(label: Int32Array, count: number, width: number, height: number): Float64Array {
  const contact = new Float64Array(count + 1);
  for (let x = 0; x < width; x++) {
    contact[label[x]!]!++;
    contact[label[(height - 1) * width + x]!]!++;
  }
  for (let y = 0; y < height; y++) {
    contact[label[y * width]!]!++;
    contact[label[y * width + width - 1]!]!++;
  }
  return contact;
}

function refine({ image }: Evidence, region: Uint8Array): Uint8Array {
  const { width, height } = image;
  const near = dilate(region, width, height, 4);
  const object = fitMixture(image, erode(region, width, height, 1), 6);
  const background = fitMixture(
    image,
    near.map((value) => 1 - value),
    6,
  );
  if (!object || !background) return region;
  const inside = distanceTo(
    region.map((value) => 1 - value),
    width,
    height,
  );
  const outside = distanceTo(region, width, height);
  const terminal = integers(region, (value, i) => {
    const [l, a, b] = [image.l[i]!, image.a[i]!, image.b[i]!] as const;
    const ratio = logLikelihood(object, l, a, b) - logLikelihood(background, l, a, b);
    const color = COLOUR.weight * clamp(ratio, -COLOUR.limit, COLOUR.limit);
    const prior = value
      ? PRIOR.inside + PRIOR.fall * Math.min(inside[i]!, PRIOR.far) * PRIOR.solid
      : -PRIOR.outside - PRIOR.fall * outside[i]!;
    return Math.round((color + prior) * COST_UNIT);
  });
  return gridCut(width, height, terminal, smoothness(image));
}
