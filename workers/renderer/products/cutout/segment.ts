import { countSet, integers, marked } from '../../pixels/arrays.ts';
import { clamp } from '../../pixels/clamp.ts';
import { labelComponents } from '../../pixels/components.ts';
import { dilate, erode } from '../../pixels/distance.ts';
import { gridCut } from '../../pixels/graph-cut.ts';
import type { LabImage } from '../../pixels/lab.ts';
import { fitMixture, logLikelihood, type Mixture } from '../../pixels/mixture.ts';
import { COST_UNIT, smoothness } from '../../pixels/smoothness.ts';

/** A cut at analysis size. */
export interface Segments {
  mask: Uint8Array;
  /** Pixels that their color alone assigns to their side of the outline: share inside + share outside, 0 to 2. */
  separation: number;
}

const clusters = 8;
const rounds = 3;
/** The network's shares are limited to this distance from 0 and 1; the log of their odds is the prior of a pixel. */
const leastDoubt = 0.02;
/** Above this share no color decides otherwise: wooden legs on a wooden floor stay. */
const certain = 0.9;
/** Limits of the likelihood ratio of the colors, by the share of the product that they tell from the ground. */
const colorLimit = { alike: 1.5, apart: 7 };
const told = { alike: 0.8, apart: 0.97 };
/** Below this log likelihood a color is unknown, such as that of a shadow: the network decides. */
const unknown = -14;
/** Width of the photo's rim, as a share of its longer side; its colors explain 95 % of the ground of busy photos too. */
const rim = 0.05;

/**
 * Cuts the product out of the image (GrabCut: Rother 2004): the network says about where it is, the colors learned there and
 * at the rim of the photo say where exactly. `edges`: the image's gradient.
 */
export function segment(image: LabImage, subject: Float32Array, edges: Float32Array): Segments {
  const { width, height } = image;
  const costs = smoothness(image);
  const seen = marked(subject, (share) => share > 0.5);
  const found = { mask: seen, separation: 0 };
  for (let round = 0; round < rounds; round++) {
    const object =
      fitMixture(image, erode(found.mask, width, height, 1), clusters) ??
      fitMixture(image, found.mask, clusters);
    const ground = fitMixture(image, markRim(image, dilate(found.mask, width, height, 3)), clusters);
    if (!object || !ground) return found;
    const ratio = compareColors(image, object, ground);
    const [inside, outside] = measureSeparation(found.mask, ratio);
    found.separation = inside + outside;
    const apart = clamp((inside - told.alike) / (told.apart - told.alike), 0, 1);
    const limit = colorLimit.alike + (colorLimit.apart - colorLimit.alike) * apart;
    const terminal = integers(subject, (share, i) => {
      const sure = clamp(share, leastDoubt, 1 - leastDoubt);
      const prior = Math.log(sure / (1 - sure));
      const most = isShadow(ground, image, edges[i]!, i) ? shadow.ratio : limit;
      const byColor = share > certain ? 0 : clamp(ratio[i]!, -limit, most);
      return Math.round((prior + byColor) * COST_UNIT);
    });
    found.mask = dropShadows(gridCut(width, height, terminal, costs), seen, edges, width);
  }
  return found;
}

/** Maximum variance of L, a* and b* at the rim of a photo on a plain ground. */
const plainest = 100;

/**
 * Finds what has other colors than the rim, where that is plain: drawings are none of the photos that the network was
 * trained with.
 */
export function findByColor(image: LabImage): Float32Array | undefined {
  const rimOnly = markRim(image, new Uint8Array(image.l.length));
  const ground = fitMixture(image, rimOnly, 1);
  if (!ground || ground.inverse.some((inverse) => inverse < 1 / plainest)) return undefined;
  const isGround = image.l.map((l, i) =>
    logLikelihood(ground, l, image.a[i]!, image.b[i]!) > unknown ? 1 : 0,
  );
  const plain = rimOnly.reduce((sum, value, i) => sum + value * isGround[i]!, 0) / countSet(rimOnly);
  return plain > 0.95 ? isGround.map((value) => (value ? 0.05 : 0.95)) : undefined;
}

/** Marks the rim of the photo without the product, whose missed parts are so not learned as ground. */
function markRim({ width, height }: LabImage, product: Uint8Array): Uint8Array {
  const band = Math.round(Math.min(rim * Math.max(width, height), Math.min(width, height) / 8));
  return marked(product, (value, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    return value === 0 && (Math.min(x, width - 1 - x) < band || Math.min(y, height - 1 - y) < band);
  });
}

/** Returns the log likelihood ratio of each color, positive for the product. */
function compareColors(image: LabImage, object: Mixture, ground: Mixture): Float32Array {
  return image.l.map((l, i) => {
    const [a, b] = [image.a[i]!, image.b[i]!];
    const likely = (model: Mixture): number => Math.max(unknown, logLikelihood(model, l, a, b));
    return likely(object) - likely(ground);
  });
}

/** Soft shadows measured on white sweeps: up to 38 L darker, hue within 7, slope under 2.2 L a pixel. */
const shadow = { lightest: 3, darkest: 38, hue: 7, calm: 2.2, ratio: -2 };

/** True for what is even and has a hue of the ground, but is darker: the ground in shadow more likely than the product. */
function isShadow(
  { mean, share }: Mixture,
  { l: light, a: red, b: yellow }: LabImage,
  step: number,
  i: number,
) {
  const [l, a, b] = [light[i]!, red[i]!, yellow[i]!];
  if (step >= shadow.calm) return false;
  return share.some((part, k) => {
    const darker = mean[k * 3]! - l;
    const isDarker = darker > shadow.lightest && darker < shadow.darkest;
    return part > 0.05 && isDarker && Math.hypot(mean[k * 3 + 1]! - a, mean[k * 3 + 2]! - b) < shadow.hue;
  });
}

/** Returns how many pixels the network leaves undecided, relative to those of the product. */
export function measureUndecided(subject: Float32Array): number {
  const between = marked(subject, (share) => share > 0.15 && share < 0.85);
  return countSet(between) / Math.max(1, countSet(marked(subject, (share) => share > 0.5)));
}

/** Returns the shares of the product and of the ground that their color alone assigns rightly. */
function measureSeparation(mask: Uint8Array, ratio: Float32Array): [inside: number, outside: number] {
  const inside = countSet(mask);
  let [rightInside, rightOutside] = [0, 0];
  for (let i = 0; i < mask.length; i++) {
    if (mask[i] && ratio[i]! > 0) rightInside++;
    if (!mask[i] && ratio[i]! < 0) rightOutside++;
  }
  return [rightInside / Math.max(1, inside), rightOutside / Math.max(1, mask.length - inside)];
}

/** Steps at the rims of products are 3.2 to 4.6 Lab a pixel, of shadows 0.6 to 2.5 (measured). */
const productStep = 2.8;
/** Share of a part's rim that must end free for its step to count: an enclosed part is product. */
const freeRim = 0.35;

/** Drops what only its color makes product and what ends without a sharp step: shadows of a grey thing are grey. */
function dropShadows(mask: Uint8Array, seen: Uint8Array, edges: Float32Array, width: number): Uint8Array {
  const added = marked(mask, (value, i) => value === 1 && seen[i] === 0);
  const parts = labelComponents(added, width, mask.length / width, false);
  const length = new Float64Array(parts.count + 1);
  const free = new Float64Array(parts.count + 1);
  const step = new Float64Array(parts.count + 1);
  for (let i = 0; i < mask.length; i++) {
    const part = parts.label[i]!;
    if (part === 0) continue;
    for (const j of [i - 1, i + 1, i - width, i + width]) {
      if (parts.label[j] === part || mask[j] === undefined) continue;
      length[part]!++;
      if (mask[j]) continue;
      free[part]!++;
      step[part]! += Math.max(edges[i]!, edges[j]!);
    }
  }
  return marked(mask, (value, i) => {
    const part = parts.label[i]!;
    if (value === 0 || part === 0) return value === 1;
    return free[part]! < freeRim * length[part]! || step[part]! >= productStep * free[part]!;
  });
}
