import type { Rect } from '../pixels/rect.ts';
import type { LocalProduct } from '../request.ts';
import type { Detect } from '../scene/things/detector.ts';
import type { ThingKind } from '../scene/things/thing.ts';
import type { Chosen } from './choose-cutout.ts';
import { planProduct } from './classify.ts';
import { type Cutout, maxSide } from './cutout/cut-product.ts';
import type { Matte } from './cutout/matte.ts';
import { decodePhoto, toOpaque } from './cutout/source.ts';
import { trim } from './cutout/trim.ts';

/** The kinds of products that the detector sees as a whole. Of plants it misses stems and leaves. */
export const seenAs: Record<string, readonly ThingKind[]> = {
  sofa: ['couch', 'bench'],
  armchair: ['chair', 'couch'],
  chair: ['chair'],
  stool: ['chair'],
  'bar stool': ['chair'],
  bench: ['bench', 'couch'],
  bed: ['bed'],
};
/** A thing's box is exact to about this share of its size. */
const inexact = 0.04;
/** From this share of the thing's size on, other things beside and above it are cut off. */
const beyond = 0.07;

/**
 * Cuts off what the photo shows beside and above a piece of furniture, such as a plant or a balloon: its size is that of
 * the furniture alone. The cut-out as it is where the detector does not see the furniture.
 */
export async function limitToThing(chosen: Chosen, product: LocalProduct, detect: Detect): Promise<Chosen> {
  const kinds = seenAs[chosen.plan.kind];
  const { cutout } = chosen;
  if (!kinds || (cutout.kind !== 'plain' && cutout.kind !== 'textured')) return chosen;
  const photo = await toOpaque(await decodePhoto(product.images[chosen.image]!, maxSide));
  const things = (await detect(photo)).filter(({ kind }) => kinds.includes(kind)).map(({ rect }) => rect);
  if (things.length === 0) return chosen;
  const limited = { ...cutout, ...trim(cropped(cutout, within(cutout, things))) };
  return { ...chosen, cutout: limited, plan: planProduct(product, limited.width / limited.height) };
}

/** The part of the cut-out with the things, down to its own lower edge: legs are thin. */
function within({ left, top, width, height }: Cutout, things: Rect[]): Rect {
  const from = Math.min(...things.map(({ x }) => x)) - left;
  const to = Math.max(...things.map((rect) => rect.x + rect.width)) - left;
  const high = Math.min(...things.map(({ y }) => y)) - top;
  const low = Math.max(...things.map((rect) => rect.y + rect.height)) - top;
  const [wide, tall] = [to - from, low - high];
  const x = from > beyond * wide ? Math.round(from - inexact * wide) : 0;
  const y = high > beyond * tall ? Math.round(high - inexact * tall) : 0;
  const right = width - to > beyond * wide ? Math.round(to + inexact * wide) : width;
  return { x, y, width: right - x, height: height - y };
}

function cropped({ rgba, width, left, top }: Cutout, area: Rect): Matte {
  const out = Buffer.alloc(area.width * area.height * 4);
  for (let y = 0; y < area.height; y++) {
    const from = ((area.y + y) * width + area.x) * 4;
    rgba.copy(out, y * area.width * 4, from, from + area.width * 4);
  }
  return { rgba: out, width: area.width, height: area.height, left: left + area.x, top: top + area.y };
}
