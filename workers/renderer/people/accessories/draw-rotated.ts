import { sharp } from '../../../../shared/images/sharp-setup.ts';
import { readInto } from '../../pixels/affine.ts';
import { clamp } from '../../pixels/clamp.ts';
import type { Layer } from '../../pixels/layer.ts';
import type { Pixels } from '../../pixels/pixels.ts';
import type { Point } from '../../pixels/points.ts';
import type { Rect } from '../../pixels/rect.ts';

/** Position of a flat accessory in the scene: its middle, its size, the direction of its right-hand side. */
export interface FlatPlacement {
  centre: Point;
  width: number;
  height: number;
  /** Unit vector. */
  along: Point;
  mirrored?: boolean;
}

/** Draws a cut-out (straight RGBA) rotated and scaled; undefined when it is outside the scene. */
export async function drawRotated(
  cutout: Pixels,
  placement: FlatPlacement,
  scene: Pixels,
): Promise<Layer | undefined> {
  const rect = getBox(placement, scene);
  if (rect.width < 2 || rect.height < 2) return undefined;
  const w = Math.max(2, Math.round(placement.width));
  const h = Math.max(2, Math.round(placement.height));
  const { data } = await sharp(cutout.data, {
    raw: { width: cutout.width, height: cutout.height, channels: 4 },
  })
    .resize(w, h, { fit: 'fill', kernel: 'lanczos3' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const near = { data, width: w, height: h };
  const out = new Uint8Array(rect.width * rect.height * 4);
  for (let y = 0; y < rect.height; y++) {
    for (let x = 0; x < rect.width; x++) {
      const dx = rect.x + x + 0.5 - placement.centre.x;
      const dy = rect.y + y + 0.5 - placement.centre.y;
      const across = (dx * placement.along.x + dy * placement.along.y) * (placement.mirrored ? -1 : 1);
      const u = across + w / 2 - 0.5;
      const v = -dx * placement.along.y + dy * placement.along.x + h / 2 - 0.5;
      readInto(near, u, v, out, (y * rect.width + x) * 4);
    }
  }
  return { rect, pixels: { data: out, width: rect.width, height: rect.height } };
}

function getBox({ centre, width, height, along }: FlatPlacement, scene: Pixels): Rect {
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
