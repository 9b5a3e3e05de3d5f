// Renders examples/visualize.json and saves the image: node examples/render.mjs [OUT]
// API_URL and API_KEY override the address and the key of `npm start`.
import { readFile, writeFile } from 'node:fs/promises';

const url = process.env.API_URL ?? 'http://localhost:3000';
const key =
  process.env.API_KEY ?? (await readFile(new URL('../.data/demo-key', import.meta.url), 'utf8')).trim();

/** A photo of this folder as a data URL; an https URL can be sent as it is. */
async function dataUrl(name) {
  const bytes = await readFile(new URL(name, import.meta.url));
  return `data:image/jpeg;base64,${bytes.toString('base64')}`;
}

const request = JSON.parse(await readFile(new URL('visualize.json', import.meta.url), 'utf8'));
request.sceneImage = await dataUrl(request.sceneImage);
for (const product of request.products) product.images = await Promise.all(product.images.map(dataUrl));

const response = await fetch(`${url}/visualize`, {
  method: 'POST',
  headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
  body: JSON.stringify(request),
  signal: AbortSignal.timeout(300_000),
});
const body = await response.json();
if (!response.ok) throw new Error(`HTTP ${response.status} ${body.code}: ${body.message ?? body.error}`);

const out = process.argv[2] ?? 'render.png';
await writeFile(out, Buffer.from(body.image.split(',')[1], 'base64'));
console.log(`${out}: ${body.usage.credits} credit used, ${body.usage.balance} left`);
