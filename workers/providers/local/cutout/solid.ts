import { components } from './components.ts';
import { distanceTo, erode } from './distance.ts';
import { fitMixture, logLikelihood } from './mixture.ts';
import type { Evidence } from './segment.ts';

// Contact shadow: darker, nearly the ground's hue, unlike the product's own colours.
const PEEL = { steps: 14, likelihood: -11.5, chroma: 7, fromSolid: 11, solidDepth: 3 };
const HOLE = { ground: 3.5, pureWhite: 98.3, nearOutside: 12, least: 6 };
const PART = { share: 0.012, atBorder: 0.25 };

/** Turns a raw cut into the product: without contact shadow, stray parts and false holes. */
export function tidy(evidence: Evidence, mask: Uint8Array): Uint8Array {
  return openHoles(evidence, keepParts(evidence, peelShadow(evidence, keepParts(evidence, mask))));
}

/** Peels shadow pixels off the outside, at most a few pixels deep and only near the solid interior. */
function peelShadow({ image, ground }: Evidence, mask: Uint8Array): Uint8Array {
  const { width, height } = image;
  const interior = erode(mask, width, height, PEEL.solidDepth);
  const model = fitMixture(image, interior, 5);
  if (!model) return mask;
  const fromSolid = distanceTo(interior, width, height);
  const out = mask.slice();
  const shadow = (i: number) => {
    const dl = image.l[i]! - ground.colour.l[i]!;
    const chroma = Math.hypot(image.a[i]! - ground.colour.a[i]!, image.b[i]! - ground.colour.b[i]!);
    if (dl >= 0 || chroma >= PEEL.chroma || fromSolid[i]! > PEEL.fromSolid) return false;
    return logLikelihood(model, image.l[i]!, image.a[i]!, image.b[i]!) < PEEL.likelihood;
  };
  for (let step = 0; step < PEEL.steps; step++) {
    const peeled: number[] = [];
    for (let i = 0; i < out.length; i++) {
      if (out[i] && bordersOutside(out, i, width, height) && shadow(i)) peeled.push(i);
    }
    if (peeled.length === 0) break;
    for (const i of peeled) out[i] = 0;
  }
  return out;
}

function bordersOutside(mask: Uint8Array, i: number, width: number, height: number): boolean {
  const x = i % width;
  return (
    (x > 0 && !mask[i - 1]) ||
    (x < width - 1 && !mask[i + 1]) ||
    (i >= width && !mask[i - width]) ||
    (i < width * (height - 1) && !mask[i + width])
  );
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

/** Fills enclosed gaps unless they show the ground; pure white gaps deep inside are print, not holes. */
function openHoles({ image, ground, difference }: Evidence, mask: Uint8Array): Uint8Array {
  const { width, height } = image;
  const gaps = components(
    mask.map((value) => 1 - value),
    width,
    height,
    false,
  );
  const sum = new Float64Array(gaps.count + 1);
  const light = new Float64Array(gaps.count + 1);
  const nearest = new Float64Array(gaps.count + 1).fill(Number.POSITIVE_INFINITY);
  const outside = mask.map((value, i) => (!value && gaps.touchesBorder[gaps.label[i]!] ? 1 : 0));
  const toOutside = distanceTo(outside, width, height);
  for (let i = 0; i < mask.length; i++) {
    const gap = gaps.label[i]!;
    sum[gap]! += difference.shaded[i]!;
    light[gap]! += ground.colour.l[i]!;
    nearest[gap] = Math.min(nearest[gap]!, toOutside[i]!);
  }
  const open = gaps.size.map((size, gap) => {
    if (gaps.touchesBorder[gap]) return true;
    if (size < HOLE.least || sum[gap]! / size > HOLE.ground) return false;
    return light[gap]! / size <= HOLE.pureWhite || nearest[gap]! <= HOLE.nearOutside;
  });
  return mask.map((value, i) => (value || !open[gaps.label[i]!] ? 1 : 0));
}
