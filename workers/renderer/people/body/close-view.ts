import { sharp } from '../../../../shared/images/sharp-setup.ts';
import type { Network } from '../../networks/network.ts';
import type { Pixels } from '../../pixels/pixels.ts';
import { boxAround, type Rect } from '../../pixels/rect.ts';
import { findPersonBox } from './mask.ts';

/** A part of the scene (RGB) and its position in the scene. */
export interface CloseView {
  pixels: Pixels;
  x: number;
  y: number;
  /** The person's box in it, if known. */
  box?: Rect;
}

/** Margin around the person for hats, bags and hair that the outline missed: share of the box's longer side. */
const margin = 0.14;
/** A crop of more than this share of its source gains no detail; the second crop includes the margin already. */
const maxAreaShare = { first: 0.75, second: 0.6 };
/** Maximum number of successive crops: a person who takes a tenth of the image is found in three. */
const maxCrops = 3;
/** Side of the tiles that are searched when the whole scene shows no person, as a share of its longer side. */
const tileShare = 0.5;

/**
 * The scene around its most prominent person: outline and clothes are read at a fixed number of pixels, so that a
 * small person needs a crop. The network merges a small person with the surroundings, so it runs again on the
 * crop. Returns the whole scene when the person fills it, undefined when there is no person.
 */
export async function closeView(outline: Network, scene: Pixels): Promise<CloseView | undefined> {
  const whole = { pixels: scene, x: 0, y: 0 };
  const seen = await findPersonBox(outline, scene);
  const first = seen ? { ...whole, box: seen } : await largestInTiles(outline, whole);
  if (!first) return undefined;
  let view: Required<CloseView> = first;
  for (let k = 0; k < maxCrops; k++) {
    const { box, pixels } = view;
    const area = withMargin(box, pixels);
    const limit = k === 0 ? maxAreaShare.first : maxAreaShare.second;
    if (area.width * area.height > limit * pixels.width * pixels.height) break;
    const cropped = await crop(view, area);
    const found = await findPersonBox(outline, cropped.pixels);
    if (!found) return k === 0 ? cropped : view;
    view = { ...cropped, box: found };
  }
  return view;
}

async function crop({ pixels, ...at }: CloseView, { x, y, width, height }: Rect): Promise<CloseView> {
  const data = await sharp(pixels.data, {
    raw: { width: pixels.width, height: pixels.height, channels: 3 },
  })
    .extract({ left: x, top: y, width, height })
    .raw()
    .toBuffer();
  return { pixels: { data, width, height }, x: at.x + x, y: at.y + y };
}

/**
 * A person too small for the whole scene may be detected in a tile of it; returns the tile that shows the largest.
 */
async function largestInTiles(outline: Network, whole: CloseView): Promise<Required<CloseView> | undefined> {
  const { width, height } = whole.pixels;
  const side = Math.round(tileShare * Math.max(width, height));
  const size = { width: Math.min(side, width), height: Math.min(side, height) };
  let best: Required<CloseView> | undefined;
  for (const down of size.height < height ? [1, 0.5] : [0]) {
    for (const across of size.width < width ? [0, 0.5, 1] : [0]) {
      const x = Math.round((width - size.width) * across);
      const y = Math.round((height - size.height) * down);
      const view = await crop(whole, { x, y, ...size });
      const box = await findPersonBox(outline, view.pixels);
      if (box && (!best || box.width * box.height > best.box.width * best.box.height))
        best = { ...view, box };
    }
  }
  return best;
}

function withMargin({ x, y, width, height }: Rect, pixels: Pixels): Rect {
  const pad = margin * Math.max(width, height);
  const corners = [
    { x: x - pad, y: y - pad },
    { x: x + width + pad, y: y + height + pad },
  ];
  return boxAround(corners, pixels);
}
