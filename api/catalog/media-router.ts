import { type Response, Router } from 'express';
import { thumbnailName } from '../../shared/catalog/asset-keys.ts';
import type { Thumbnails } from '../../shared/catalog/thumbnails.ts';
import { ApiError } from '../../shared/errors.ts';
import { DecodeQueueFull } from '../../shared/images/decode-slots.ts';
import type { StoreDirectory } from '../../shared/stores/store-directory.ts';
import { dayMs } from '../../shared/time.ts';
import type { ThumbnailFormat } from '../../shared/try-on/contract.ts';
import { methodNotAllowed } from '../http/error-response.ts';
import { createAddressLimit } from '../http/process-limit.ts';

export interface MediaDependencies {
  directory: StoreDirectory;
  thumbnails: Thumbnails;
  /** Thumbnails a minute that are not made yet. */
  perAddress: number;
}

/** The path has the SHA-256 of the picture, so that it never changes its content. */
const forEver = `public, max-age=${(365 * dayMs) / 1000}, immutable`;
const forAWhile = 'public, max-age=60';

/** `GET /media/{storeSlug}/{sha256}/{width}.{avif|webp}`: the thumbnails of a store's catalog. */
export function mediaRouter({ directory, thumbnails, perAddress }: MediaDependencies): Router {
  const takePlace = createAddressLimit(perAddress, {
    limit: 'catalog',
    refusal: (seconds) => `Too many new thumbnails in a minute; repeat in ${seconds} s.`,
  });
  const router = Router();
  router
    .route('/media/:slug/:sha256/:file')
    .get(async (req, res) => {
      const { slug, sha256, file } = req.params;
      const name = thumbnailName(sha256, file);
      const etag = `"${sha256}-${file}"`;
      if (!name) throw noPicture();
      if (req.get('if-none-match') === etag) return sendHeaders(res, name.format, etag).status(304).end();
      const store = await directory.bySlug(slug);
      if (!store) throw noPicture();
      let bytes = await thumbnails.kept(store._id, name);
      if (!bytes) {
        await takePlace(req);
        bytes = await thumbnails.make(store._id, name).catch(busy);
      }
      if (!bytes) throw noPicture();
      sendHeaders(res, name.format, etag).end(bytes);
    })
    .all(methodNotAllowed('GET'));
  return router;
}

function sendHeaders(res: Response, format: ThumbnailFormat, etag: string): Response {
  return res
    .type(`image/${format}`)
    .set({ 'Cache-Control': forEver, ETag: etag, 'Cross-Origin-Resource-Policy': 'same-origin' });
}

/** A picture may be imported soon. */
function noPicture(): ApiError {
  const headers = { 'Cache-Control': forAWhile };
  return new ApiError('NOT_FOUND', 'The store’s catalog has no such picture.', { headers });
}

function busy(error: unknown): never {
  const isBusy =
    error instanceof DecodeQueueFull || (error instanceof DOMException && error.name === 'TimeoutError');
  if (!isBusy) throw error;
  const message = 'Too many pictures are being made; repeat the request.';
  throw new ApiError('SERVICE_UNAVAILABLE', message, { retryAfter: 5, cause: error });
}
