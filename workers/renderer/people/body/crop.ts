import { sharp } from '../../../../shared/images/sharp-setup.ts';
import { clamp } from '../../pixels/clamp.ts';
import type { Pixels } from '../../pixels/pixels.ts';
import type { Rect } from '../../pixels/rect.ts';

/**
 * `rect` of the scene (RGB) as a square of `side` pixels for a network; pixels outside the scene are black. The
 * rectangle is rounded to whole pixels.
 */
export async function cropped(scene: Pixels, rect: Rect, side: number): Promise<Uint8Array> {
  const left = Math.round(rect.x);
  const top = Math.round(rect.y);
  const right = Math.max(left + 1, Math.round(rect.x + rect.width));
  const bottom = Math.max(top + 1, Math.round(rect.y + rect.height));
  const inside = {
    left: clamp(left, 0, scene.width - 1),
    top: clamp(top, 0, scene.height - 1),
    right: clamp(right, 1, scene.width),
    bottom: clamp(bottom, 1, scene.height),
  };
  const width = Math.max(1, inside.right - inside.left);
  const height = Math.max(1, inside.bottom - inside.top);
  const fx = side / (right - left);
  const fy = side / (bottom - top);
  const w = clamp(Math.round(width * fx), 1, side);
  const h = clamp(Math.round(height * fy), 1, side);
  const x = clamp(Math.round((inside.left - left) * fx), 0, side - w);
  const y = clamp(Math.round((inside.top - top) * fy), 0, side - h);
  return sharp(scene.data, { raw: { width: scene.width, height: scene.height, channels: 3 } })
    .extract({ left: inside.left, top: inside.top, width, height })
    .resize(w, h, { fit: 'fill', kernel: 'cubic' })
    .extend({ left: x, top: y, right: side - w - x, bottom: side - h - y, background: '#000000' })
    .removeAlpha()
    .raw()
    .toBuffer();
}
