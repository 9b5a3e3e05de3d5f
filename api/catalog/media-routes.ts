import type { Response } from 'express';
import { thumbnailName } from '../../shared/catalog/asset-keys.ts';
import { ApiError } from '../../shared/errors.ts';
import type { StoreDirectory } from '../../shared/stores/store-directory.ts';
import { dayMs } from '../../shared/time.ts';
import { type ThumbnailFormat, thumbnailFormats, thumbnailWidths } from '../../shared/try-on/contract.ts';
import { createAddressLimit } from '../http/process-limit.ts';
import { retryIn } from '../http/retry-in.ts';
import { defineRoute } from '../http/route.ts';
import { images } from '../openapi/operation.ts';
import { text } from '../openapi/schema.ts';
import { thumbnailRefusal } from './thumbnail-refusal.ts';
import type { Thumbnails } from './thumbnails.ts';

interface MediaDependencies {
  directory: StoreDirectory;
  thumbnails: Thumbnails;
  /** Of thumbnails that are not made yet. */
  limit: ReturnType<typeof createThumbnailLimit>;
}

/** The path has the SHA-256 of the image, so that it never changes its content. */
const forEver = `public, max-age=${(365 * dayMs) / 1000}, immutable`;
const forAWhile = 'public, max-age=60';

export const createThumbnailLimit = (perAddress: number) =>
  createAddressLimit(perAddress, {
    limit: 'catalog',
    refusal: (seconds) => `Too many new thumbnails in a minute. ${retryIn(seconds)}`,
  });

const { 'image/webp': webp } = images;
const headers = ['Cache-Control', 'ETag'] as const;

const getThumbnail = defineRoute({
  id: 'getThumbnail',
  tag: 'Catalog',
  method: 'get',
  path: '/media/:slug/:sha256/:file',
  access: 'anyone',
  summary: 'Read a thumbnail',
  description: 'A thumbnail of a catalog’s image; it never changes its content.',
  params: {
    sha256: {
      description: 'SHA-256 of the image.',
      schema: text('Hexadecimal.', { pattern: '^[0-9a-f]{64}$' }),
    },
    file: {
      description: 'Width and format.',
      schema: text('A name.', {
        pattern: `^(${thumbnailWidths.join('|')})\\.(${thumbnailFormats.join('|')})$`,
        examples: ['320.webp'],
      }),
    },
  },
  responses: {
    200: { description: 'The thumbnail.', headers, content: { 'image/avif': webp!, 'image/webp': webp! } },
    304: { description: 'The client has it: `If-None-Match`.', headers },
  },
  failures: ['NOT_FOUND', 'RATE_LIMITED', 'SERVICE_UNAVAILABLE'],
  handle: async ({ directory, thumbnails, limit }: MediaDependencies, { req, res, params }) => {
    const { slug, sha256, file } = params;
    const name = thumbnailName(sha256, file);
    const etag = `"${sha256}-${file}"`;
    if (!name) throw noImage();
    if (req.get('if-none-match') === etag) return sendHeaders(res.status(304), name.format, etag).end();
    const store = await directory.bySlug(slug);
    if (!store) throw noImage();
    let bytes = await thumbnails.kept(store._id, name);
    if (!bytes) {
      await limit(req);
      bytes = await thumbnails.make(store._id, name).catch((error: unknown) => {
        throw thumbnailRefusal(error);
      });
    }
    if (!bytes) throw noImage();
    sendHeaders(res, name.format, etag).end(bytes);
  },
});

/** The thumbnails of a store's catalog. */
export const mediaRoutes = [getThumbnail];

function sendHeaders(res: Response, format: ThumbnailFormat, etag: string): Response {
  return res
    .type(`image/${format}`)
    .set({ 'Cache-Control': forEver, ETag: etag, 'Cross-Origin-Resource-Policy': 'same-origin' });
}

/** An image may be imported soon. */
function noImage(): ApiError {
  const headers = { 'Cache-Control': forAWhile };
  return new ApiError('NOT_FOUND', 'The store’s catalog has no such image.', { headers });
}
