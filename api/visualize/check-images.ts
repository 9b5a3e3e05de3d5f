import { invalidInput } from '../../shared/errors.ts';
import { describeDownloadFailure } from '../../shared/images/image-download.ts';
import { ImageRejected } from '../../shared/images/image-rejected.ts';
import { inspectImage } from '../../shared/images/inspect.ts';
import { type Outbound, OutboundRefused } from '../../shared/outbound/outbound.ts';
import type { ImageReference, RequestImages } from './image-references.ts';
import { maxImageBytes } from './intake.ts';

/**
 * Checks what is known of the images without fetching any (decisions "Order of checks"): the form of the
 * URLs, and the headers of inline images (0.4 ms each).
 * @throws ApiError INVALID_INPUT naming the first image that cannot be used.
 */
export async function checkImages(
  outbound: Pick<Outbound, 'checkUrl'>,
  { scene, products }: RequestImages,
): Promise<void> {
  for (const image of [scene, ...products.flat()]) await checkImage(outbound, image);
}

async function checkImage(outbound: Pick<Outbound, 'checkUrl'>, image: ImageReference): Promise<void> {
  try {
    if (image.kind === 'url') outbound.checkUrl(image.url);
    else await inspectImage(image.kind === 'file' ? image.path : image.data, { maxBytes: maxImageBytes });
  } catch (error) {
    if (error instanceof OutboundRefused)
      throw invalidInput(image.field, describeDownloadFailure(error), error);
    throw error instanceof ImageRejected ? invalidInput(image.field, error.message, error) : error;
  }
}
