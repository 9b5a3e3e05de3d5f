import { sharp } from '../../../../shared/images/sharp-setup.ts';
import { clamp, type Pixels, type Rect } from '../types.ts';
import type { WornLayer } from './draw-garment.ts';
import type { Point } from './points.ts';

/** Where a flat thing lies in the scene: its middle, its size, the direction of its right-hand side. */
export interface Lie {
  centre: Point;
  width: number;
  height: number;
  /** Unit vector. */
  along: Point;
  mirrored?: boolean;
}

/** Draws a cut-out (straight RGBA) turned and scaled; undefined when it falls outside the scene. */
export async function laid(cutout: Pixels, lie: Lie, scene: Pixels): Promise<WornLayer | undefined> {
  const rect = boxOf(lie, scene);
  if (rect.width < 2 || rect.height < 2) return undefined;
  const w = Math.max(2, Math.round(lie.width));
  const h = Math.max(2, Math.round(lie.height));
  const { data } = await sharp(cutout.data, {
    raw: { width: cutout.width, height: cutout.height, channels: 4 },
  })
    .resize(w, h, { fit: 'fill', kernel: 'lanczos3' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const out = new Uint8Array(rect.width * rect.height * 4);
  for (let y = 0; y < rect.height; y++) {
    for (let x = 0; x < rect.width; x++) {
      const dx = rect.x + x + 0.5 - lie.centre.x;
      const dy = rect.y + y + 0.5 - lie.centre.y;
      const across = (dx * lie.along.x + dy * lie.along.y) * (lie.mirrored ? -1 : 1);
      const u = across + w / 2 - 0.5;
      const v = -dx * lie.along.y + dy * lie.along.x + h / 2 - 0.5;
      if (u < -0.5 || v < -0.5 || u > w - 0.5 || v > h - 0.5) continue;
      blend(data, w, h, u, v, out, (y * rect.width + x) * 4);
    }
  }
  return { rect, pixels: { data: out, width: rect.width, height: rect.height } };
}

/** Bilinear, colours weighted by their opacity so that no hidden ground shines through at edges. */
function blend(
  data: Uint8Array,
  w: number,
  h: number,
  u: number,
  v: number,
  out: Uint8Array,
  o: number,
): void {
  const x0 = clamp(Math.floor(u), 0, w - 1);
  const y0 = clamp(Math.floor(v), 0, h - 1);
  const x1 = Math.min(w - 1, x0 + 1);
  const y1 = Math.min(h - 1, y0 + 1);
  const tx = clamp(u - x0, 0, 1);
  const ty = clamp(v - y0, 0, 1);
  const corners = [
    [(y0 * w + x0) * 4, (1 - tx) * (1 - ty)],
    [(y0 * w + x1) * 4, tx * (1 - ty)],
    [(y1 * w + x0) * 4, (1 - tx) * ty],
    [(y1 * w + x1) * 4, tx * ty],
  ] as const;
  let [r, g, b, alpha] = [0, 0, 0, 0];
  for (const [i, share] of corners) {
    const weight = share * data[i + 3]!;
    r += data[i]! * weight;
    g += data[i + 1]! * weight;
    b += data[i + 2]! * weight;
    alpha += weight;
  }
  if (alpha < 0.5) return;
  out[o] = Math.round(r / alpha);
  out[o + 1] = Math.round(g / alpha);
  out[o + 2] = Math.round(b / alpha);
  out[o + 3] = Math.round(alpha);
}

function boxOf({ centre, width, height, along }: Lie, scene: Pixels): Rect {
  const halfX = (Math.abs(along.x) * width + Math.abs(along.y) * height) / 2 + 1;
  const halfY = (Math.abs(along.y) * width + Math.abs(along.x) * height) / 2 + 1;
  const x = clamp(Math.floor(centre.x - halfX), 0, scene.width);
  const y = clamp(Math.floor(centre.y - halfY), 0, scene.height);
  return {
    x,
    y,
    width: clamp(Math.ceil(centre.x + halfX), x, scene.width) - x,
    height: clamp(Math.ceil(centre.y + halfY), y, scene.height) - y,
  };
}
