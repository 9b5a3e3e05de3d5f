import { boxBlur } from '../../pixels/box-blur.ts';
import { clamp } from '../../pixels/clamp.ts';
import type { LabImage } from '../../pixels/lab.ts';
import { toLab } from '../../pixels/lab.ts';
import type { Background } from './background.ts';
import type { Matte } from './matte.ts';
import type { DecodedPhoto } from './source.ts';

// Measured at 400 px: .81 of a fern and .69 of an orchid have such slopes, .44 of a sneaker, under .37 of others.
const FEATHERY = { slope: 6, share: 0.5 };
const CLEAR = { from: 5, span: 22 };
// Only in detailed neighbourhoods: a plant's smooth pot stays even on a background of its color.
const BUSY = { radius: 7, from: 0.25, span: 0.2 };

/** True for products with detail everywhere, such as plants. */
export function isFeathery(mask: Uint8Array, edges: Float32Array): boolean {
  let inside = 0;
  let busy = 0;
  for (let i = 0; i < mask.length; i++) {
    if (!mask[i]) continue;
    inside++;
    if (edges[i]! > FEATHERY.slope) busy++;
  }
  return busy > FEATHERY.share * inside;
}

/** Clears the background between leaves: limits the opacity by the color's distance from the background. */
export function clearBetweenLeaves(
  matte: Matte,
  pixels: DecodedPhoto,
  background: Background,
  edges: Float32Array,
): void {
  const lab = toLab(matte.rgba, matte.width, matte.height, 4);
  const { color } = background;
  const busy = busyness(edges, color.width, color.height);
  for (let y = 0; y < matte.height; y++) {
    const gy = Math.min(color.height - 1, Math.floor(((matte.top + y) * color.height) / pixels.height));
    for (let x = 0; x < matte.width; x++) {
      const to = (y * matte.width + x) * 4 + 3;
      if (matte.rgba[to] === 0) continue;
      const gx = Math.min(color.width - 1, Math.floor(((matte.left + x) * color.width) / pixels.width));
      const g = gy * color.width + gx;
      const d = distanceBetween(lab, y * matte.width + x, color, g);
      const opaque = clamp((d - CLEAR.from) / CLEAR.span, 0, 1);
      const limit = 255 * (1 - busy[g]! * (1 - opaque));
      if (matte.rgba[to]! > limit) matte.rgba[to] = limit + 0.5;
    }
  }
}

/** 0 in smooth surroundings, up to 1 among leaves. */
function busyness(edges: Float32Array, width: number, height: number): Float32Array {
  const busy = edges.map((value) => (value > FEATHERY.slope ? 1 : 0));
  const share = boxBlur(busy, width, height, BUSY.radius);
  return share.map((value) => clamp((value - BUSY.from) / BUSY.span, 0, 1));
}

function distanceBetween(p: LabImage, i: number, q: LabImage, j: number): number {
  return Math.hypot(p.l[i]! - q.l[j]!, p.a[i]! - q.a[j]!, p.b[i]! - q.b[j]!);
}
