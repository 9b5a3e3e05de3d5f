import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import type { ProviderImage, ProviderRequest } from '../../../workers/providers/provider.ts';

type Size = { width: number; height: number };

const flat = ({ width, height }: Size, background: string) =>
  sharp({ create: { width, height, channels: 3, background } }).png();

/** Where the scene has a white post, as shares of its width: a stretched or cut image has it elsewhere. */
export const post = { from: 0.1, to: 0.14 };

/** A grey scene with a white post near its left edge and a black one near its right. */
export async function scenePicture(size: Size): Promise<ProviderImage> {
  const width = Math.round((post.to - post.from) * size.width);
  const input = (background: string) => ({
    create: { width, height: size.height, channels: 3 as const, background },
  });
  const left = Math.round(post.from * size.width);
  const bytes = await flat(size, '#7f8c8d')
    .composite([
      { input: input('#ffffff'), left, top: 0 },
      { input: input('#000000'), left: size.width - left - width, top: 0 },
    ])
    .toBuffer();
  return { bytes, mime: 'image/png', ...size };
}

/** A flat picture, different for every seed. */
export async function productPicture(seed: number, size = { width: 40, height: 30 }): Promise<ProviderImage> {
  const background = `#${((seed * 2_654_435) % 0xffffff).toString(16).padStart(6, '0')}`;
  return { bytes: await flat(size, background).toBuffer(), mime: 'image/png', ...size };
}

/** The scene stretched to the size, as a model would redraw it, with a red box in its middle. */
export async function paint(scene: Buffer, { width, height }: Size): Promise<Buffer> {
  const box = { width: Math.ceil(width / 4), height: Math.ceil(height / 4) };
  const input = await flat(box, '#c0392b').toBuffer();
  return sharp(scene).resize(width, height, { fit: 'fill' }).composite([{ input }]).png().toBuffer();
}

export const wrongShape = (): Promise<Buffer> => flat({ width: 400, height: 100 }, '#ff00ff').toBuffer();

/** A PNG of 60,000 × 40,000 pixels in some hundred bytes: 2.4 gigapixels once decoded. */
export async function bomb(): Promise<Buffer> {
  const png = await flat({ width: 60, height: 40 }, '#ff00ff').toBuffer();
  const size = Buffer.from(png);
  size.writeUInt32BE(60_000, 16);
  size.writeUInt32BE(40_000, 20);
  size.writeUInt32BE(crc32(size.subarray(12, 29)), 29);
  return size;
}

/** The position of the white and of the black post in a delivered image, as shares of its width. */
export async function getPosts(image: Buffer): Promise<{ white: number; black: number }> {
  const { data, info } = await sharp(image).greyscale().raw().toBuffer({ resolveWithObject: true });
  const row = data.subarray((info.height - 2) * info.width, (info.height - 1) * info.width);
  const centre = (matches: (value: number) => boolean) => {
    const hits = [...row.keys()].filter((x) => matches(row[x]!));
    return hits.reduce((sum, x) => sum + x + 0.5, 0) / hits.length / info.width;
  };
  return { white: centre((value) => value > 215), black: centre((value) => value < 40) };
}

/** A scene of a shape that no vendor delivers, and two products with three photos in all. */
export async function renderRequest(changes: Partial<ProviderRequest> = {}): Promise<ProviderRequest> {
  const size = { width: 600, height: 361 };
  return {
    renderId: 'rnd_1',
    scene: await scenePicture(size),
    products: [
      { title: 'Chair', tags: ['oak'], images: [await productPicture(1), await productPicture(2)] },
      { title: 'Lamp', tags: [], images: [await productPicture(3)] },
    ],
    prompt: 'Image 1 is the scene. Put the "Stuhl Ä" in.',
    output: size,
    ...changes,
  };
}
