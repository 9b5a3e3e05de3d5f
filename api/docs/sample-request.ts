import { readFileSync } from 'node:fs';

/** `docs/samples/` beside `api/`, in the sources and in the build. */
const folder = new URL('../../docs/samples/', import.meta.url);

const dataUrl = (file: string) =>
  `data:image/jpeg;base64,${readFileSync(new URL(file, folder)).toString('base64')}`;

/** Returns a body for `POST /visualize` that any deployment accepts, also one that can fetch no URL. */
export function sampleRequest(): string {
  const lamp = { title: 'White pendant lamp', category: 'pendant lamp', images: [dataUrl('lamp.jpg')] };
  return `${JSON.stringify({ sceneImage: dataUrl('room.jpg'), products: [lamp] }, null, 2)}\n`;
}
