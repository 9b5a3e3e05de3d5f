import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { ImageSource, RenderResult, VisualizeRequest } from '../../../shared/client/index.ts';
import { AdminError, print, withJson } from '../output.ts';
import { readImageFile } from '../read-image-file.ts';
import { withInterrupts } from '../with-interrupts.ts';
import { openClient, type TargetOptions } from './api-target.ts';
import { exitCodes, toFailure } from './failure.ts';
import { assertWritable, saveImage } from './image-file.ts';
import { addProductOptions, type ProductDraft } from './product-options.ts';
import { openProgress } from './progress-view.ts';

interface RenderOptions extends TargetOptions {
  scene?: string;
  out: string;
  json?: boolean;
}

/** Makes `render` itself render an image over HTTP, as any caller does. */
export function renderImage(command: Command): void {
  const products = addProductOptions(
    withJson(command)
      .usage('--scene <image> --product <image> [--title <text> …] [--product …] [--out <file>]')
      .option('--scene <image>', 'a file or URL of the photo to render into')
      .option('-o, --out <file>', 'where the image goes: a .png, .jpg or .webp file', 'render.png')
      .option('--url <url>', 'the API; default: API_URL, else the running npm start')
      .option('--key <key>', 'the API key; default: API_KEY, else that of the demo account')
      .option('--test', 'use the test key of the demo account, which is charged nothing'),
  );
  command.action((options: RenderOptions) => render(options, products));
}

async function render(options: RenderOptions, products: readonly ProductDraft[]): Promise<void> {
  const { scene } = options;
  if (!scene || products.length === 0)
    throw new AdminError(
      '--scene and --product are needed; see: npm run admin -- render --help',
      exitCodes.invalid,
    );
  const file = resolvePath(options.out);
  await assertWritable(file);
  const request = await readRequest(scene, products);
  const client = await openClient(options, process.env);
  const view = options.json ? undefined : openProgress(process.stderr);
  const since = performance.now();
  const result = await withInterrupts((signal) =>
    client.visualize(request, { signal, onProgress: (progress) => view?.show(progress) }),
  )
    .catch((error: unknown) => {
      throw toFailure(error);
    })
    .finally(() => view?.close());
  const bytes = await saveImage(client, result, file);
  const seconds = (performance.now() - since) / 1000;
  const { id: renderId, usage } = result;
  print(options, { renderId, file, bytes, seconds, products: result.products, usage }, () =>
    toSummary(options.out, result, seconds),
  );
}

/** npm starts commands in the repository's folder; a path is relative to where the person is. */
const resolvePath = (path: string) => resolve(process.env.INIT_CWD ?? '', path);

async function readRequest(scene: string, products: readonly ProductDraft[]): Promise<VisualizeRequest> {
  return {
    sceneImage: await readImage(scene),
    products: await Promise.all(
      products.map(async (product) => ({
        ...product,
        images: await Promise.all(product.images.map(readImage)),
      })),
    ),
  };
}

async function readImage(source: string): Promise<ImageSource> {
  return /^(https?|data):/i.test(source) ? source : readImageFile(resolvePath(source));
}

/** `out.png: 41.2 s, 1 credit used, 99 left, render rnd_…` */
function toSummary(file: string, { id, usage }: RenderResult, seconds: number): string {
  const used = `${usage.credits} ${usage.credits === 1 ? 'credit' : 'credits'} used, ${usage.balance} left`;
  return `${file}: ${seconds.toFixed(1)} s, ${used}, render ${id}`;
}
