import { type ProductDoc, productDocId } from '../../../shared/catalog/product-model.ts';
import { ApiError } from '../../../shared/errors.ts';
import type { RenderDoc } from '../../../shared/renders/render-model.ts';
import { listModelPhotos } from '../../../shared/try-on/model-photos.ts';
import { newAttempt } from '../../http/form.ts';
import { sendPage } from '../../identity/send-page.ts';
import type { DashboardDependencies } from '../dashboard-dependencies.ts';
import type { StoreCall } from '../store-call.ts';
import { tryOutKey } from '../try-out/start-try-out.ts';
import { productPage } from './product-page.tsx';

interface Asked {
  id: string;
  /** The try-out that was started. */
  render?: string | undefined;
  /** Why none was. */
  mistake?: string;
}

/** Sends the page of a product. @throws ApiError NOT_FOUND */
export async function sendProduct(
  { listing, products, modelPhotos, renders, web }: DashboardDependencies,
  { res, person, store }: StoreCall,
  { id, render: renderId, mistake }: Asked,
): Promise<void> {
  const owner = { account: store.account, keyId: tryOutKey(store) };
  const [product, found, photos, render] = await Promise.all([
    listing.product(store, id),
    products
      .findById(productDocId(store._id, id), { missingAssets: 1, updatedAt: 1 })
      .lean<Pick<ProductDoc, 'missingAssets' | 'updatedAt'>>(),
    listModelPhotos(modelPhotos, store),
    renderId === undefined ? null : renders.findOne({ _id: renderId, ...owner }).lean<RenderDoc>(),
  ]);
  if (!product || !found) throw new ApiError('NOT_FOUND', 'The store has no product with this id.');
  const tryOut = { photos, render, mistake, attempt: newAttempt() };
  const page = productPage({ person, store, product, ...found, tryOut }, web().build.rooms);
  sendPage(res, page, mistake === undefined ? 200 : 422);
}
