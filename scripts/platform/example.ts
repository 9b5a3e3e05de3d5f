import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient, type RenderRequest, type RenderResult } from '../../shared/client/index.ts';

const folder = fileURLToPath(new URL('../../examples/', import.meta.url));
const types: Record<string, string> = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
};

export interface Rendered {
  png: Buffer;
  width: number;
  height: number;
  usage: RenderResult['usage'];
  seconds: number;
}

/** Returns an image as the API takes it: URLs stay, a file of examples/ becomes a data URL. */
async function asImage(image: string): Promise<string> {
  if (/^(https:|data:)/.test(image)) return image;
  const bytes = await readFile(join(folder, image));
  return `data:${types[extname(image).toLowerCase()] ?? 'image/jpeg'};base64,${bytes.toString('base64')}`;
}

/** examples/visualize.json with its photos put in: a complete body for `POST /visualize`. */
export async function exampleRequest(): Promise<string> {
  const request = JSON.parse(await readFile(join(folder, 'visualize.json'), 'utf8')) as RenderRequest;
  request.sceneImage = await asImage(request.sceneImage);
  for (const product of request.products) {
    if (product.images) product.images = await Promise.all(product.images.map(asImage));
  }
  return JSON.stringify(request);
}

/**
 * Renders over HTTP, like any other caller.
 * @throws Error with the API's own message
 */
export async function render(apiUrl: string, key: string, body: string): Promise<Rendered> {
  const since = performance.now();
  const client = createClient({ apiKey: key, baseUrl: apiUrl });
  const { bytes, usage } = await client.visualize(JSON.parse(body) as RenderRequest);
  const png = Buffer.from(bytes());
  // Width and height are at fixed offsets in a PNG's first chunk.
  const size = { width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
  return { png, ...size, usage, seconds: (performance.now() - since) / 1000 };
}

/** `1600 × 1067 pixels, 1.2 s, 1 credit used, 99 left` */
export function summary({ width, height, seconds, usage }: Rendered): string {
  const credits = `${usage.credits} ${usage.credits === 1 ? 'credit' : 'credits'} used, ${usage.balance} left`;
  return `${width} × ${height} pixels, ${seconds.toFixed(1)} s, ${credits}`;
}
