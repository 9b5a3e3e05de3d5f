import { randomUUID } from 'node:crypto';
import { type ProductDoc, productDocId, productKeys } from '../../shared/catalog/product-model.ts';
import { sharp } from '../../shared/images/sharp-setup.ts';
import type { PhotoView, RenderRequest, SessionView, TryOnView } from '../../shared/try-on/contract.ts';
import { until } from '../chaos/clock.ts';
import { type Call, send } from './send.ts';
import type { Response } from './tally.ts';
import type { Target, Tenant } from './target.ts';

/** A shopper with a session, a photo and a finished try-on of one store. */
export interface Visitor {
  /** Path of the try-on API of its store. */
  base: string;
  token: string;
  photo: PhotoView;
  render: TryOnView;
}

const productId = '7001';
const longestRenderMs = 60_000;

/** Returns a look with that photo; every store of a visitor has its product. */
const lookWith = (photoId: string): RenderRequest => ({
  photo: { kind: 'upload', id: photoId },
  items: [{ productId, variantId: null }],
});

/** Opens a visitor of the tenant's store. @throws Error when the platform refuses any of its steps */
export async function openVisitor(target: Target, tenant: Tenant, address = '192.0.2.1'): Promise<Visitor> {
  const picture = await makeImage();
  await stockStore(target, tenant, picture);
  const base = `/api/try-on/${tenant.store}`;
  const ask = async <View>(path: string, call: Call): Promise<View> =>
    parseView<View>(
      path,
      await send(target.url() + base + path, {
        ...call,
        headers: { ...call.headers, 'x-forwarded-for': address },
      }),
    );
  const { token } = await ask<SessionView>('/session', { method: 'POST', body: '{}' });
  const headers = { 'content-type': 'image/jpeg' };
  const photo = await ask<PhotoView>('/photos', { method: 'POST', key: token, headers, body: picture });
  let render = await ask<TryOnView>('/renders', startLook(token, photo.id));
  target.accepted.add(render.id);
  const ended = async () => {
    render = await ask<TryOnView>(`/renders/${render.id}`, { key: token });
    return render.endedAt !== null;
  };
  await until(ended, longestRenderMs);
  if (!render.result)
    throw new Error(`The try-on of ${tenant.store} has no result: ${JSON.stringify(render)}`);
  return { base, token, photo, render };
}

/** `POST /renders` with a photo. */
export const startLook = (token: string | undefined, photoId: string): Call => ({
  method: 'POST',
  ...(token === undefined ? {} : { key: token }),
  headers: { 'idempotency-key': randomUUID() },
  body: JSON.stringify(lookWith(photoId)),
});

function parseView<View>(path: string, { status, body }: Response): View {
  if (status >= 200 && status < 300) return JSON.parse(body) as View;
  throw new Error(`The try-on refuses ${path}: ${status} ${body.slice(0, 300)}`);
}

/** Large and bright enough for a photo. */
function makeImage(): Promise<Buffer> {
  const create = { width: 480, height: 320, channels: 3 as const, background: '#c8b090' };
  return sharp({ create }).jpeg().toBuffer();
}

/** Gives the tenant's store one product with an image. */
async function stockStore({ cluster }: Target, tenant: Tenant, picture: Buffer): Promise<void> {
  const { database, blobs } = cluster;
  const { _id: store } = (await database.stores.findOne({ slug: tenant.store }).lean())!;
  const image = { blob: `catalog/${store}/attack`, mime: 'image/jpeg' as const, width: 480, height: 320 };
  await blobs.put(image.blob, picture, image.mime);
  const now = new Date();
  const product: Omit<ProductDoc, 'keys'> = {
    _id: productDocId(store, productId),
    store,
    productId,
    handle: 'chair',
    handleHistory: [],
    title: 'Chair',
    tags: [],
    variants: [],
    assets: [
      { image: { ...image, bytes: picture.length }, source: 'https://example.com/chair.jpg', variantIds: [] },
    ],
    digest: 'none',
    missingAssets: 0,
    revision: 1,
    createdAt: now,
    updatedAt: now,
  };
  await database.products.create({ ...product, keys: productKeys(product) });
}
