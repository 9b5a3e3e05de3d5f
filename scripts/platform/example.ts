import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../examples/', import.meta.url));
const renderMs = 299_000; // the specification asks callers for at least 300 s; the API responds before that
const types: Record<string, string> = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
};

interface RenderRequest {
  sceneImage: string;
  products: { images?: string[] }[];
}

interface RenderResponse {
  image: string;
  usage: { credits: number; balance: number };
}

export interface Rendered {
  png: Buffer;
  width: number;
  height: number;
  usage: RenderResponse['usage'];
  seconds: number;
  serverTiming: string;
}

/** An image as the API takes it: URLs stay, a file of examples/ becomes a data URL. */
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

/** Width and height are at fixed offsets in a PNG's first chunk. */
function decodePng(dataUrl: string): Pick<Rendered, 'png' | 'width' | 'height'> {
  const png = Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');
  return { png, width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
}

/**
 * Renders over HTTP, like any other caller.
 * @throws Error with the API's own status and message.
 */
export async function render(
  apiUrl: string,
  key: string,
  body: string,
  signal?: AbortSignal,
): Promise<Rendered> {
  const since = performance.now();
  const deadline = AbortSignal.timeout(renderMs);
  const response = await fetch(`${apiUrl}/visualize`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body,
    signal: signal ? AbortSignal.any([deadline, signal]) : deadline,
  });
  if (response.status !== 200)
    throw new Error(`HTTP ${response.status}: ${(await response.text()).slice(0, 500)}`);
  const result = (await response.json()) as RenderResponse;
  return {
    ...decodePng(result.image),
    usage: result.usage,
    seconds: (performance.now() - since) / 1000,
    serverTiming: response.headers.get('server-timing') ?? '',
  };
}

/** `1600 × 1067 pixels, 1.2 s, 1 credit used, 99 left` */
export function summary({ width, height, seconds, usage }: Rendered): string {
  const credits = `${usage.credits} ${usage.credits === 1 ? 'credit' : 'credits'} used, ${usage.balance} left`;
  return `${width} × ${height} pixels, ${seconds.toFixed(1)} s, ${credits}`;
}
