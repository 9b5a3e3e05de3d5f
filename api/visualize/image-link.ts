import type { Request, Response } from 'express';
import { ApiError } from '../../shared/errors.ts';
import { imageUrlPath, toImageUrl } from '../../shared/renders/image-url.ts';
import type { RenderDoc } from '../../shared/renders/render-model.ts';
import type { ReadDependencies } from './read-dependencies.ts';
import { sendImage } from './send-result.ts';

/** The PNG of a render, for whoever has the link. */
export interface ImageLink {
  url: string;
  /** ISO 8601; the image itself is kept for `RETAIN_OUTPUT_HOURS`. */
  expiresAt: string;
  mimeType: 'image/png';
  width: number;
  height: number;
}

/** Returns a link that needs no key, so that a host can show or save the image. */
export function imageLink(
  { imageUrls, baseUrl }: Pick<ReadDependencies, 'imageUrls' | 'baseUrl'>,
  { _id, output }: RenderDoc,
): ImageLink {
  const url = new URL(toImageUrl(imageUrls, baseUrl, _id));
  const expiresAt = new Date(Number(url.searchParams.get('until')) * 1000).toISOString();
  return { url: url.href, expiresAt, mimeType: 'image/png', width: output.width, height: output.height };
}

interface LinkCall {
  req: Request;
  res: Response;
  params: { id: string };
}

/** `GET` of a link, on pages of any origin. @throws ApiError NOT_FOUND for a link that is not valid or has expired, EXPIRED for a deleted image */
export async function sendLinkedImage(
  { imageUrls, database, blobs, conversions }: ReadDependencies,
  { req, res, params: { id } }: LinkCall,
): Promise<void> {
  imageUrls.assertSigned(imageUrlPath(id), req.query);
  const render = await database.renders.findOne({ _id: id, state: 'succeeded' }).lean<RenderDoc>();
  if (!render) throw new ApiError('NOT_FOUND', 'This render no longer exists.');
  res.set({
    'X-Render-Id': id,
    'Cache-Control': 'private, max-age=3600',
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  });
  await sendImage(res, { blobs, conversions }, render, 'image/png');
}
