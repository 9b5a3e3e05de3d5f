import { type ApiError, invalidInput } from '../../shared/errors.ts';
import { describeDownloadFailure } from '../../shared/images/image-download.ts';
import { type Outbound, OutboundRefused } from '../../shared/outbound/outbound.ts';
import type { ImageDecoder } from '../decoder/image-decoder.ts';
import { imageError, maxImageBytes } from './intake.ts';
import type { ImageReference, RenderOrder } from './render-order.ts';

export interface CheckDependencies {
  outbound: Pick<Outbound, 'checkUrl'>;
  decoder: Pick<ImageDecoder, 'check'>;
}

/** Owner of the images; `signal` aborts when the caller has left. */
interface Caller {
  account: string;
  signal: AbortSignal;
}

/**
 * Checks what is known of the images without fetching any (docs/architecture.md): the form of the
 * URLs, and the headers of inline images (1 ms, and 0.4 for each).
 * @throws ApiError INVALID_INPUT naming the first image that cannot be used.
 */
export async function checkImages(
  { outbound, decoder }: CheckDependencies,
  { scene, products }: Pick<RenderOrder, 'scene' | 'products'>,
  { account, signal }: Caller,
): Promise<void> {
  const images = [scene, ...products.flatMap((product) => product.images)];
  const refusals = images.map((image) => urlRefusal(outbound, image));
  const firstRefused = refusals.findIndex(Boolean);
  const before = firstRefused === -1 ? images : images.slice(0, firstRefused);
  await checkInline(decoder, before, { account, signal });
  if (refusals[firstRefused]) throw refusals[firstRefused];
}

/**
 * Returns whether preparing the images checks them as well and as soon: all are in memory, and none is fetched or removed by it.
 * Then only an order that is refused needs its images checked by themselves.
 */
export function isCheckedByPreparing({ scene, products }: Pick<RenderOrder, 'scene' | 'products'>): boolean {
  const images = [scene, ...products.flatMap((product) => product.images)];
  return images.every(({ kind }) => kind === 'inline' || kind === 'stored');
}

function urlRefusal(outbound: CheckDependencies['outbound'], image: ImageReference): ApiError | undefined {
  if (image.kind !== 'url') return undefined;
  try {
    outbound.checkUrl(image.url);
    return undefined;
  } catch (error) {
    if (!(error instanceof OutboundRefused)) throw error;
    return invalidInput(image.field, describeDownloadFailure(error), error);
  }
}

async function checkInline(
  decoder: CheckDependencies['decoder'],
  images: ImageReference[],
  { account, signal }: Caller,
): Promise<void> {
  const inline = images.filter((image) => image.kind === 'inline' || image.kind === 'file');
  if (inline.length === 0) return;
  const sources = inline.map((image) => (image.kind === 'file' ? image.path : image.data));
  const options = { limits: { maxBytes: maxImageBytes }, owner: account, signal };
  const unusable = await decoder.check(sources, options).catch((error: unknown) => {
    throw imageError(inline[0]!.field, error);
  });
  if (unusable) throw invalidInput(inline[unusable.index]!.field, unusable.message);
}
