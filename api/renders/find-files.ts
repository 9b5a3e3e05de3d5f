import type { Database } from '../../shared/database/database.ts';
import type { FileDoc } from '../../shared/files/file-model.ts';
import { visibleModes } from '../http/authenticate.ts';
import { fileGone } from './intake.ts';
import type { ImageReference, RenderCaller, RenderOrder } from './render-order.ts';

type Images = Pick<RenderOrder, 'scene' | 'products'>;

/**
 * Returns an order whose uploaded files were found.
 * @throws ApiError INVALID_INPUT naming the first image whose file the key does not see, or whose time is over
 */
export async function findFiles<Order extends Images>(
  { files }: Pick<Database, 'files'>,
  order: Order,
  key: RenderCaller['key'],
): Promise<Order> {
  const images = [order.scene, ...order.products.flatMap((product) => product.images)];
  const ids = images.flatMap((image) => (image.kind === 'uploaded' ? [image.id] : []));
  if (ids.length === 0) return order;
  const found = await files
    .find({ _id: { $in: ids }, account: key.account, until: { $gt: new Date() }, ...visibleModes(key) })
    .lean<FileDoc[]>();
  const byId = new Map(found.map((file) => [file._id, file]));
  const locate = (image: ImageReference): ImageReference => {
    if (image.kind !== 'uploaded') return image;
    const file = byId.get(image.id);
    if (!file) throw fileGone(image.field);
    return { field: image.field, kind: 'kept', blob: file.image.blob, sha256: file.sha256 };
  };
  const scene = locate(order.scene);
  const products = order.products.map((product) => ({ ...product, images: product.images.map(locate) }));
  return { ...order, scene, products };
}
