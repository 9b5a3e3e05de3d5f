import { sharp } from '../../../../shared/images/sharp-setup.ts';
import type { Network } from '../../../networks/network.ts';
import type { Pixels } from '../../pixels/pixels.ts';
import { type Rect, withMargin } from '../../pixels/rect.ts';
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

/**
 * The scene around its most prominent person: outline and clothes are read at a fixed number of pixels, so that a
 * small person needs a crop. The network merges a small person with the surroundings, so it runs again on the
 * crop. Returns the whole scene when the person fills it, undefined when there is no person.
 */
export async function closeView(outline: Network, scene: Pixels): Promise<CloseView | undefined> {
  const seen = await findPersonBox(outline, scene);
  if (!seen) return undefined;
  let view: Required<CloseView> = { pixels: scene, x: 0, y: 0, box: seen };
  for (let k = 0; k < maxCrops; k++) {
    const { box, pixels } = view;
    const area = withMargin(box, margin * Math.max(box.width, box.height), pixels);
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
