import { countSet, marked } from '../../pixels/arrays.ts';
import { labelComponents } from '../../pixels/components.ts';
import { distanceTo } from '../../pixels/distance.ts';
import { localColor } from './local-color.ts';
import type { Evidence } from './segment.ts';

// A gap shows the background when it differs from the background nearby by no more than the background's noise. On
// backgrounds noisier than `sigmaMax` any color could be background: no gap is opened. Next to the outline (a bay) it
// must fit twice as well: there a white product may fade into the background.
const HOLE = { base: 0.6, noise: 1.1, max: 3.5, computed: 0.3, minSize: 24, bay: 0.5, sigmaMax: 3.5 };
// A gap may also be print or gloss in the background's color: those are deeper inside than their own size.
const PRINT = { slack: 2, depth: 1.2, exactDepth: 2, exact: 0.2 };
const PART = { share: 0.012, atBorder: 0.25 };

/** Cleans a raw mask: removes stray parts, opens real holes and closes false ones. */
export function tidy(evidence: Evidence, mask: Uint8Array): Uint8Array {
  return openHoles(evidence, keepParts(evidence, mask));
}

/** Removes specks, and smaller objects at the image border beside a complete product. */
function keepParts({ image }: Pick<Evidence, 'image'>, mask: Uint8Array): Uint8Array {
  const parts = labelComponents(mask, image.width, image.height);
  let main = 0;
  for (let p = 1; p <= parts.count; p++) {
    if (main === 0 || parts.size[p]! > parts.size[main]!) main = p;
  }
  const keep = parts.size.map((size, p) => {
    if (p === 0) return false;
    if (p === main) return true;
    const foreign = parts.touchesBorder[p]! && !parts.touchesBorder[main]!;
    return size >= (foreign ? PART.atBorder : PART.share) * parts.size[main]!;
  });
  return mask.map((_, i) => (keep[parts.label[i]!] ? 1 : 0));
}

/** A gap in a thing below this share of its size is gloss or print in the background's colors. */
const SPECK = 0.002;

/** Cleans the mask of a thing in a busy photo, whose gaps its colors have opened. */
export function tidyThing(evidence: Pick<Evidence, 'image'>, raw: Uint8Array): Uint8Array {
  const { width, height } = evidence.image;
  const mask = keepParts(evidence, raw);
  const gaps = labelComponents(
    marked(mask, (value) => value === 0),
    width,
    height,
    false,
  );
  const most = SPECK * countSet(mask);
  return mask.map((value, i) => (value || gaps.size[gaps.label[i]!]! <= most ? 1 : 0));
}

/** Opens the gaps in the product that show the background, and closes all others. */
function openHoles(evidence: Evidence, mask: Uint8Array): Uint8Array {
  const { image, background, difference, enclosure } = evidence;
  const { width, height } = image;
  const limit = enclosure.computed
    ? HOLE.computed
    : Math.min(HOLE.max, HOLE.base + HOLE.noise * background.sigma);
  const empty = labelComponents(
    mask.map((value) => 1 - value),
    width,
    height,
    false,
  );
  const outside = mask.map((value, i) => (!value && empty.touchesBorder[empty.label[i]!] ? 1 : 0));
  // A computed background is known exactly; on photos the background nearby includes shadows, the model does not.
  const away = enclosure.computed ? difference.plain : distanceFromLocalBackground(evidence, outside);
  const candidate = outside.map((value, i) => (!value && away[i]! <= 1.6 * limit ? 1 : 0));
  const gaps = labelComponents(candidate, width, height, false);
  const toOutside = distanceTo(outside, width, height);
  const sum = new Float64Array(gaps.count + 1);
  const nearest = new Float64Array(gaps.count + 1).fill(Number.POSITIVE_INFINITY);
  for (let i = 0; i < mask.length; i++) {
    const gap = gaps.label[i]!;
    sum[gap]! += away[i]!;
    nearest[gap] = Math.min(nearest[gap]!, toOutside[i]!);
  }
  const isHole = gaps.size.map((size, gap) => {
    const fits = nearest[gap]! <= 1 ? HOLE.bay * limit : limit;
    if (gap === 0 || background.sigma > HOLE.sigmaMax || size < HOLE.minSize || sum[gap]! > fits * size)
      return false;
    const depth = sum[gap]! <= PRINT.exact * size ? PRINT.exactDepth : PRINT.depth;
    return nearest[gap]! <= PRINT.slack + depth * Math.sqrt(size);
  });
  return outside.map((value, i) => (value || isHole[gaps.label[i]!] ? 0 : 1));
}

function distanceFromLocalBackground({ image, difference }: Evidence, outside: Uint8Array): Float32Array {
  const [l, a, b] = localColor([image.l, image.a, image.b], outside, image.width, image.height, true);
  // Zero means no background within reach: the model is used there.
  return image.l.map((value, i) =>
    l[i]! > 0 ? Math.hypot(value - l[i]!, image.a[i]! - a[i]!, image.b[i]! - b[i]!) : difference.plain[i]!,
  );
}
