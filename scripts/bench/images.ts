import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

/** One request body, the same for both servers. */
export interface Sample {
  name: 'real' | 'tiny';
  /** For the report. */
  what: string;
  body: Buffer;
}

const example = (name: string) => readFile(fileURLToPath(new URL(`../../examples/${name}`, import.meta.url)));

interface ExampleRequest {
  sceneImage: string;
  products: { images: string[] }[];
}

/** Scene and product of the README's example in the given sizes, from the photos that it has at the moment. */
async function photos(scene: [number, number], product: [number, number]): Promise<Buffer> {
  const request = JSON.parse((await example('visualize.json')).toString()) as ExampleRequest;
  const sized = async (name: string, [width, height]: [number, number]) =>
    sharp(await example(name))
      .resize(width, height, { fit: 'cover' })
      .jpeg({ quality: 80 })
      .toBuffer();
  const pictures = [sized(request.sceneImage, scene), sized(request.products[0]!.images[0]!, product)];
  const [sceneImage, image] = (await Promise.all(pictures)).map((bytes) => dataUrl(bytes));
  const products = [{ title: 'Product', category: 'decoration', images: [image] }];
  return Buffer.from(JSON.stringify({ sceneImage, products }));
}

const dataUrl = (bytes: Buffer, mime = 'image/jpeg') => `data:${mime};base64,${bytes.toString('base64')}`;

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(0)} KB`;

/** Returns a photo of 1600 × 1067 with a product of 800 × 1200, as callers send them. */
async function realSample(): Promise<Sample> {
  const body = await photos([1600, 1067], [800, 1200]);
  return { name: 'real', what: `scene 1600 × 1067, body ${kilobytes(body.length)}`, body };
}

/** Returns the same images as thumbnails, so that the platform's own work dominates. */
async function tinySample(): Promise<Sample> {
  const body = await photos([96, 64], [48, 72]);
  return { name: 'tiny', what: `scene 96 × 64, body ${kilobytes(body.length)}`, body };
}

export const makeSamples = () => Promise.all([realSample(), tinySample()]);

/** Returns a valid image of nearly 8 MiB: noise does not compress. */
export async function eightMegabyteBody(): Promise<Buffer> {
  const side = 1664;
  const noise = await sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .png({ compressionLevel: 0 })
    .toBuffer();
  const products = [{ images: [dataUrl(await sharp(noise).resize(48).jpeg().toBuffer())] }];
  return Buffer.from(JSON.stringify({ sceneImage: dataUrl(noise, 'image/png'), products }));
}
