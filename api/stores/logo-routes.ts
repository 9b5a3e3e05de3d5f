import type { Audit } from '../../shared/audit/audit.ts';
import type { BlobStorage } from '../../shared/blobs/blob-storage.ts';
import type { StoredImage } from '../../shared/renders/render-model.ts';
import { removeLogo, saveLogo } from '../../shared/stores/store-logo.ts';
import type { StoreModel } from '../../shared/stores/store-model.ts';
import { getSettings } from '../../shared/stores/store-settings.ts';
import type { ImageDecoder } from '../decoder/image-decoder.ts';
import { imageFileLimit, toImageFailure } from '../files/image-file-limit.ts';
import { type UploadPlace, withUpload } from '../files/with-upload.ts';
import { defineRoute } from '../http/route.ts';
import { fileContent, json } from '../openapi/operation.ts';
import { integer, namedObject } from '../openapi/schema.ts';
import { recordChange } from './record-change.ts';

export interface LogoDependencies extends UploadPlace {
  audit: Audit;
  stores: StoreModel;
  blobs: BlobStorage;
  decoder: Pick<ImageDecoder, 'prepare'>;
}

type LogoCall = Parameters<typeof recordChange>[1];
type LogoView = Pick<StoredImage, 'width' | 'height'>;

const logoSchema = namedObject<LogoView>('StoreLogo', 'The logo of a store, as shoppers get it.', {
  width: integer('Pixels.', { minimum: 1 }),
  height: integer('Pixels.', { minimum: 1 }),
});

const common = {
  tag: 'Stores',
  access: 'key of the store',
  cache: 'no-store',
  path: '/api/stores/:slug/logo',
} as const;

const putLogo = defineRoute({
  ...common,
  id: 'saveLogo',
  method: 'put',
  summary: 'Save the logo of a store',
  description: 'It is scaled to 120 pixels in height; the one before is deleted.',
  body: {
    description: 'PNG, WebP, JPEG or AVIF, at most 8 MB.',
    content: fileContent('The bytes of the image.'),
  },
  responses: { 200: { description: 'The logo.', content: json(logoSchema) } },
  failures: ['INVALID_INPUT', 'RATE_LIMITED'],
  toFailure: toImageFailure,
  handle: async (dependencies: LogoDependencies, call) => {
    const { width, height } = await receiveLogo(dependencies, call);
    return { width, height };
  },
});

/** Saves the logo that a request brings. @throws ApiError INVALID_INPUT */
export const receiveLogo = (dependencies: LogoDependencies, call: LogoCall): Promise<StoredImage> =>
  withUpload(dependencies, call, imageFileLimit, async ({ path, signal }) => {
    const given = { source: path, prepare: dependencies.decoder.prepare, signal };
    const logo = await saveLogo(dependencies, call.store, given);
    await recordChange(dependencies, call, { action: 'logo.save', after: { logo } });
    return logo;
  });

const deleteLogo = defineRoute({
  ...common,
  id: 'removeLogo',
  method: 'delete',
  summary: 'Remove the logo of a store',
  responses: { 204: { description: 'It has none.' } },
  handle: (dependencies: LogoDependencies, call) => dropLogo(dependencies, call),
});

/** Removes the logo and records it. */
export async function dropLogo(dependencies: LogoDependencies, call: LogoCall): Promise<void> {
  const { logo } = getSettings(call.store);
  await removeLogo(dependencies, call.store);
  if (logo) await recordChange(dependencies, call, { action: 'logo.remove', before: { logo } });
}

export const logoRoutes = [putLogo, deleteLogo];
