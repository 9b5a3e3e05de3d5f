import sharp from 'sharp';
import type { Cutout } from '../../../../../../workers/renderer/products/cutout/cutout.ts';
import { drawing } from '../../drawing-sharp.ts';

/** A drawing and the pixels of it that are product. */
export interface Drawing {
  image: Buffer;
  width: number;
  height: number;
  inside: (x: number, y: number) => boolean;
}

/** Renders SVG shapes on a background; `inside` defines, from the shapes' geometry, what the cutter should find. */
export async function draw(
  width: number,
  height: number,
  shapes: string,
  inside: Drawing['inside'],
): Promise<Drawing> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shapes}</svg>`;
  return { image: await drawing(svg).removeAlpha().png().toBuffer(), width, height, inside };
}

export const disc = (cx: number, cy: number, r: number) => (x: number, y: number) =>
  Math.hypot(x + 0.5 - cx, y + 0.5 - cy) < r;

/** Opacity of the cut-out at a pixel of the drawing, 0 to 255. */
export function opacityAt(cutout: Cutout, x: number, y: number): number {
  const [u, v] = [x - cutout.left, y - cutout.top];
  if (u < 0 || v < 0 || u >= cutout.width || v >= cutout.height) return 0;
  return cutout.rgba[(v * cutout.width + u) * 4 + 3]!;
}

/** Intersection over union of the cut-out (opacity above one half) with the true product. */
export function overlap(cutout: Cutout, drawing: Pick<Drawing, 'width' | 'height' | 'inside'>): number {
  let both = 0;
  let either = 0;
  for (let y = 0; y < drawing.height; y++) {
    for (let x = 0; x < drawing.width; x++) {
      const found = opacityAt(cutout, x, y) > 127;
      const real = drawing.inside(x, y);
      if (found && real) both++;
      if (found || real) either++;
    }
  }
  return both / either;
}

/** Maximum RGB distance of any clearly visible pixel from the product's flat color; a halo makes it large. */
export function worstStain(cutout: Cutout, color: [number, number, number]): number {
  let worst = 0;
  for (let p = 0; p < cutout.rgba.length; p += 4) {
    if (cutout.rgba[p + 3]! < 96) continue;
    const distance = Math.hypot(...color.map((value, c) => value - cutout.rgba[p + c]!));
    worst = Math.max(worst, distance);
  }
  return worst;
}

/** Noise of camera grain or of a carpet, the same on every run. */
export async function grainy(drawing: Drawing, strength: number): Promise<Drawing> {
  const { data, info } = await sharp(drawing.image).raw().toBuffer({ resolveWithObject: true });
  let seed = 12345;
  const noisy = Buffer.from(
    data.map((value) => {
      seed = (seed * 48271) % 2147483647;
      return Math.max(0, Math.min(255, value + ((seed / 2147483647) * 2 - 1) * strength));
    }),
  );
  const raw = { width: info.width, height: info.height, channels: info.channels };
  return { ...drawing, image: await sharp(noisy, { raw }).png().toBuffer() };
}
