import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inspectImage } from '../../../shared/images/inspect.ts';
import { normaliseImage } from '../../../shared/images/normalise.ts';
import { outputSize } from '../../../shared/images/output.ts';
import type { BareJob } from './settings.ts';

export interface BareBody {
  sceneImage: string;
  products: { title?: string; images: string[] }[];
}

const toBytes = (dataUrl: string) => Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');

/** The platform's own image checks, then a plain file: nothing is synced to the disk. */
async function keep(dataUrl: string, path: string, owner: string) {
  const given = toBytes(dataUrl);
  const facts = await inspectImage(given);
  const { data, width, height } = await normaliseImage(given, facts, { owner });
  await writeFile(path, data ?? given);
  return { path, width, height };
}

/** Checks and saves the images of a request. @throws ImageRejected */
export async function takeIn(body: BareBody, dataDir: string): Promise<BareJob> {
  const renderId = randomUUID();
  const folder = join(dataDir, renderId);
  await mkdir(folder);
  const images = body.products.flatMap((product) => product.images);
  const [scene, ...products] = await Promise.all(
    [body.sceneImage, ...images].map((image, index) => keep(image, join(folder, `in-${index}`), renderId)),
  );
  return {
    renderId,
    scene: scene!.path,
    images: products.map((product) => product.path),
    titles: body.products.map((product) => product.title ?? ''),
    ...outputSize(scene!),
  };
}
