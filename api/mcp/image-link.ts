import type { Request, Response } from 'express';
import { ApiError } from '../../shared/errors.ts';
import type { RenderDoc } from '../../shared/renders/render-model.ts';
import { sendImage } from '../visualize/send-result.ts';
import type { McpDependencies } from './mcp-dependencies.ts';

/** The PNG of a render, for whoever has the link. */
export interface ImageLink {
  url: string;
  /** ISO 8601; the image itself is kept for `RETAIN_OUTPUT_HOURS`. */
  expiresAt: string;
  mimeType: 'image/png';
  width: number;
  height: number;
}

export const imageRoute = '/mcp/renders/:id/image.png';
const toPath = (id: string) => imageRoute.replace(':id', id);

/** Returns a link that needs no key, so that a host can show or save the image. */
export function imageLink({ signed, baseUrl }: McpDependencies, { _id, output }: RenderDoc): ImageLink {
  const url = new URL(baseUrl + signed.sign(toPath(_id)));
  const expiresAt = new Date(Number(url.searchParams.get('until')) * 1000).toISOString();
  return { url: url.href, expiresAt, mimeType: 'image/png', width: output.width, height: output.height };
}

/** `GET` of a link. @throws ApiError NOT_FOUND for a link that is not valid or has expired, EXPIRED for a deleted image */
export async function sendLinkedImage(
  { signed, database, blobs, conversions }: McpDependencies,
  { req, res, params: { id } }: { req: Request; res: Response; params: { id: string } },
): Promise<void> {
  signed.assertSigned(toPath(id), req.query);
  const render = await database.renders.findOne({ _id: id, state: 'succeeded' }).lean<RenderDoc>();
  if (!render) throw new ApiError('NOT_FOUND', 'This render no longer exists.');
  res.set({ 'X-Render-Id': id, 'Cache-Control': 'private, max-age=3600' });
  await sendImage(res, { blobs, conversions }, render, 'image/png');
}
