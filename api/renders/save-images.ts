import { setMaxListeners } from 'node:events';
import { BlobsUnavailable } from '../../shared/blobs/blob-storage.ts';
import { renderable } from '../../shared/catalog/catalog.ts';
import type { RenderDoc, RenderProduct, StoredImage } from '../../shared/renders/render-model.ts';
import { createIntake, type IntakeDependencies, type IntakeTarget } from './intake.ts';
import type { ImageReference, RenderOrder } from './render-order.ts';
import { genericProduct, type Merchants, merchantProduct } from './render-products.ts';

/**
 * Brings the images of an order into the blob storage under the render's id. On failure none is left there for long.
 * @throws ApiError INVALID_INPUT naming the image that cannot be used.
 */
export async function saveImages(
  dependencies: IntakeDependencies,
  target: IntakeTarget,
  order: Pick<RenderOrder, 'scene' | 'products'>,
  merchants: Merchants,
  signal: AbortSignal,
): Promise<Pick<RenderDoc, 'scene' | 'products'>> {
  const intake = createIntake(dependencies, target);
  // The first image that cannot be used aborts the fetches and decodes of the others.
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  // Each of up to 25 images listens to it; Node warns of a leak from 11 on.
  setMaxListeners(0, either);
  const saving: Promise<StoredImage>[] = [];
  const save = (image: ImageReference) => {
    const saved = intake.save(image, either);
    saving.push(saved);
    return saved;
  };
  try {
    const [scene, ...products] = await Promise.all([
      save(order.scene),
      ...order.products.map(async (item, index): Promise<RenderProduct> => {
        const merchant = renderable(merchants[index]);
        if (merchant) return merchantProduct(item, merchant);
        return genericProduct(item, await Promise.all(item.images.map(save)));
      }),
    ]);
    return { scene, products };
  } catch (error) {
    failed.abort();
    await Promise.allSettled(saving);
    // A storage that does not respond would keep the caller for a second time limit; the sweeper removes what is left there.
    if (!(error instanceof BlobsUnavailable))
      await dependencies.blobs.deletePrefix(`renders/${target.renderId}/`);
    throw error;
  }
}
