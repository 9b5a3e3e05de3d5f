import { sharp } from '../../../../shared/images/sharp-setup.ts';
import { clamp } from '../../pixels/clamp.ts';
import type { Pixels } from '../../pixels/pixels.ts';
import type { Rect } from '../../pixels/rect.ts';
import { findPersonBox } from './mask.ts';
import type { Network } from './models.ts';

/** A part of the scene (RGB) and where it lies in it. */
export interface CloseView {
  pixels: Pixels;
  x: number;
  y: number;
  /** Where the person is in it, if that is known. */
  box?: Rect;
}

/** Room around the person for hats, bags and hair the outline has missed: share of their longer side. */
const room = 0.14;
/** A view of nearly everything shows nothing more than what it was taken from; the second one has the room already. */
const nearlyAll = { first: 0.75, second: 0.6 };
/** Views taken of views at most: somebody who takes a tenth of the picture is found in three. */
const mostViews = 3;
/** Where nobody is seen in the whole scene: sides of the parts looked at, in longer sides of the scene. */
const part = 0.5;

/**
 * The scene around its most prominent person: outline and clothes are read at a fixed number of pixels, which
 * somebody far away should have for themselves. The network draws somebody small together with what is around, so
 * it looks again at what it found. The whole scene when they fill it; undefined when nobody is seen.
 */
export async function closeView(outline: Network, scene: Pixels): Promise<CloseView | undefined> {
  const whole = { pixels: scene, x: 0, y: 0 };
  const seen = await findPersonBox(outline, scene);
  const first = seen ? { ...whole, box: seen } : await inParts(outline, whole);
  if (!first) return undefined;
  let view: Required<CloseView> = first;
  for (let k = 0; k < mostViews; k++) {
    const { box, pixels } = view;
    const area = around(box, pixels);
    const limit = k === 0 ? nearlyAll.first : nearlyAll.second;
    if (area.width * area.height > limit * pixels.width * pixels.height) break;
    const closer = await cutOut(view, area);
    const found = await findPersonBox(outline, closer.pixels);
    if (!found) return k === 0 ? closer : view;
    view = { ...closer, box: found };
  }
  return view;
}

async function cutOut({ pixels, ...at }: CloseView, { x, y, width, height }: Rect): Promise<CloseView> {
  const data = await sharp(pixels.data, {
    raw: { width: pixels.width, height: pixels.height, channels: 3 },
  })
    .extract({ left: x, top: y, width, height })
    .raw()
    .toBuffer();
  return { pixels: { data, width, height }, x: at.x + x, y: at.y + y };
}

/** Somebody too small for a look at everything may be seen in a look at a part of it: the one that shows most of them. */
async function inParts(outline: Network, whole: CloseView): Promise<Required<CloseView> | undefined> {
  const { width, height } = whole.pixels;
  const side = Math.round(part * Math.max(width, height));
  const size = { width: Math.min(side, width), height: Math.min(side, height) };
  let best: Required<CloseView> | undefined;
  for (const down of size.height < height ? [1, 0.5] : [0]) {
    for (const across of size.width < width ? [0, 0.5, 1] : [0]) {
      const x = Math.round((width - size.width) * across);
      const y = Math.round((height - size.height) * down);
      const view = await cutOut(whole, { x, y, ...size });
      const box = await findPersonBox(outline, view.pixels);
      if (box && (!best || box.width * box.height > best.box.width * best.box.height))
        best = { ...view, box };
    }
  }
  return best;
}

function around(box: Rect, { width, height }: Pixels): Rect {
  const pad = room * Math.max(box.width, box.height);
  const x = clamp(Math.floor(box.x - pad), 0, width);
  const y = clamp(Math.floor(box.y - pad), 0, height);
  return {
    x,
    y,
    width: clamp(Math.ceil(box.x + box.width + pad), 0, width) - x,
    height: clamp(Math.ceil(box.y + box.height + pad), 0, height) - y,
  };
}
