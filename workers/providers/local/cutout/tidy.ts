import { components } from './components.ts';
import { distanceTo } from './distance.ts';
import { localColour } from './local-colour.ts';
import { clamp, type Evidence } from './segment.ts';
import { peelShadow } from './shadow-peel.ts';

// A gap shows the ground when it differs from the ground nearby by no more than the ground's own noise.
const HOLE = { base: 0.6, noise: 1.1, most: 3.5, least: 12 };
// On pure white a gap may be white print as well: print lies deeper inside than its own size.
const PRINT = { pureWhite: 98.3, slack: 2, depth: 0.6 };
const PART = { share: 0.012, atBorder: 0.25 };

/** Turns a raw cut into the product: without contact shadow, stray parts and false holes. */
export function tidy(evidence: Evidence, mask: Uint8Array): Uint8Array {
  return openHoles(evidence, keepParts(evidence, peelShadow(evidence, keepParts(evidence, mask))));
}

/** Drops specks, and smaller things that reach in from the picture border beside a complete product. */
function keepParts({ image }: Evidence, mask: Uint8Array): Uint8Array {
  const parts = components(mask, image.width, image.height);
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

/** Opens the gaps in the product through which the ground shows, and closes all others. */
function openHoles({ image, ground, difference }: Evidence, mask: Uint8Array): Uint8Array {
  const { width, height } = image;
  const limit = clamp(HOLE.base + HOLE.noise * ground.sigma, 0, HOLE.most);
  const empty = components(
    mask.map((value) => 1 - value),
    width,
    height,
    false,
  );
  const outside = mask.map((value, i) => (!value && empty.touchesBorder[empty.label[i]!] ? 1 : 0));
  const local = distanceFromLocalGround(image, outside);
  const away = local.map((d, i) => Math.min(d, difference.plain[i]!));
  const candidate = outside.map((value, i) => (!value && away[i]! <= 1.6 * limit ? 1 : 0));
  const gaps = components(candidate, width, height, false);
  const toOutside = distanceTo(outside, width, height);
  const sum = new Float64Array(gaps.count + 1);
  const nearest = new Float64Array(gaps.count + 1).fill(Number.POSITIVE_INFINITY);
  for (let i = 0; i < mask.length; i++) {
    const gap = gaps.label[i]!;
    sum[gap]! += away[i]!;
    nearest[gap] = Math.min(nearest[gap]!, toOutside[i]!);
  }
  const pureWhite = ground.colour.l[0]! > PRINT.pureWhite;
  const isHole = gaps.size.map((size, gap) => {
    if (gap === 0 || size < HOLE.least || nearest[gap]! <= 1 || sum[gap]! > limit * size) return false;
    return !pureWhite || nearest[gap]! <= PRINT.slack + PRINT.depth * Math.sqrt(size);
  });
  return outside.map((value, i) => (value || isHole[gaps.label[i]!] ? 0 : 1));
}

function distanceFromLocalGround(image: Evidence['image'], outside: Uint8Array): Float32Array {
  const [l, a, b] = localColour([image.l, image.a, image.b], outside, image.width, image.height, true);
  return image.l.map((value, i) => Math.hypot(value - l[i]!, image.a[i]! - a[i]!, image.b[i]! - b[i]!));
}
