import { integers, marked } from '../../pixels/arrays.ts';
import { clamp } from '../../pixels/clamp.ts';
import { dilate, erode } from '../../pixels/distance.ts';
import { gridCut } from '../../pixels/graph-cut.ts';
import type { LabImage } from '../../pixels/lab.ts';
import { fitMixture, logLikelihood } from '../../pixels/mixture.ts';
import { grown, type Rect } from '../../pixels/rect.ts';
import { COST_UNIT, smoothness } from '../../pixels/smoothness.ts';

/** The detector's boxes are exact to about this share of their size; nothing of the thing is farther out. */
const inexact = 0.05;
/** How far around the box the background is learned from, as a share of the box's size: farther off it is another one. */
const around = 0.5;
const colors = 8;
/** Of the background beside the box these shares are less like it than what counts as the thing at first. */
const unlike = { rim: 0.12, middle: 0.3 };
const rounds = 3;
/** Likelihood ratios are limited to this; a pixel in the middle of the box starts with `middle`, at its rim with `rim`. */
const cost = { weight: 0.6, limit: 10, middle: 2.5, rim: -2.5, outside: -40 };

/**
 * Mask of the thing in a box of a busy photo (GrabCut: Rother 2004): colors that the surroundings of the box do not have
 * are the thing at first, then graph cuts between its colors and the others, each learned from the cut before.
 */
export function segmentThing(image: LabImage, box: Rect): Uint8Array {
  const { width, height } = image;
  const inside = mark(image, grown(box, inexact));
  const near = mark(image, grown(box, around)).map((value, i) => (value && !inside[i] ? 1 : 0));
  const edges = smoothness(image);
  let mask = startFrom(image, box, inside, near);
  for (let round = 0; round < rounds; round++) {
    const object =
      fitMixture(image, erode(mask, width, height, 1), colors) ?? fitMixture(image, mask, colors);
    const others = dilate(mask, width, height, 2);
    const rest = fitMixture(
      image,
      marked(near, (value, i) => value === 1 || (inside[i] === 1 && !others[i])),
      colors,
    );
    if (!object || !rest) return mask;
    const terminal = integers(mask, (_, i) => {
      if (!inside[i]) return cost.outside * COST_UNIT;
      const [l, a, b] = [image.l[i]!, image.a[i]!, image.b[i]!] as const;
      const ratio = logLikelihood(object, l, a, b) - logLikelihood(rest, l, a, b);
      const color = clamp(cost.weight * ratio, -cost.limit, cost.limit);
      return Math.round((color + prior(box, i % width, Math.floor(i / width))) * COST_UNIT);
    });
    mask = gridCut(width, height, terminal, edges);
  }
  return mask;
}

/** Marks the pixels in the box whose colors nothing beside it has. */
function startFrom(image: LabImage, box: Rect, inside: Uint8Array, near: Uint8Array): Uint8Array {
  const core = mark(image, grown(box, -0.25));
  const rest = fitMixture(image, near, colors);
  if (!rest) return core;
  const likely = image.l.map((l, i) => logLikelihood(rest, l, image.a[i]!, image.b[i]!));
  const beside = likely.filter((_, i) => near[i] === 1).sort();
  const limits = [unlike.rim, unlike.middle].map((share) => beside[Math.floor(share * beside.length)]!);
  return marked(inside, (value, i) => value === 1 && likely[i]! < limits[core[i]!]!);
}

/** In favour of the thing in the middle of its box, against it at the rim. */
function prior({ x, y, width, height }: Rect, atX: number, atY: number): number {
  const u = Math.abs((atX - x) / width - 0.5) * 2;
  const v = Math.abs((atY - y) / height - 0.5) * 2;
  return cost.middle + (cost.rim - cost.middle) * clamp(Math.max(u, v), 0, 1) ** 2;
}

const mark = ({ width, l }: LabImage, { x, y, width: wide, height: high }: Rect): Uint8Array =>
  marked(l, (_, i) => {
    const [atX, atY] = [i % width, Math.floor(i / width)];
    return atX >= x && atX < x + wide && atY >= y && atY < y + high;
  });
