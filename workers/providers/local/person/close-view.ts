import { sharp } from '../../../../shared/images/sharp-setup.ts';
import { clamp, type Pixels, type Rect } from '../types.ts';
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
/** A view of nearly everything shows nothing more than the scene itself. */
const nearlyAll = 0.75;

/**
 * The scene around its most prominent person: outline and clothes are read at a fixed number of pixels, which
 * somebody far away should have for themselves. The whole scene when they fill it; undefined when nobody is seen.
 */
export async function closeView(outline: Network, scene: Pixels): Promise<CloseView | undefined> {
  const box = await findPersonBox(outline, scene);
  if (!box) return undefined;
  const area = around(box, scene);
  if (area.width * area.height > nearlyAll * scene.width * scene.height) {
    return { pixels: scene, x: 0, y: 0, box };
  }
  const { x, y, width, height } = area;
  const data = await sharp(scene.data, { raw: { width: scene.width, height: scene.height, channels: 3 } })
    .extract({ left: x, top: y, width, height })
    .raw()
    .toBuffer();
  return { pixels: { data, width, height }, x, y };
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
