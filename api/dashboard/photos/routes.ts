import Joi from 'joi';
import { ApiError, invalidInput } from '../../../shared/errors.ts';
import { listModelPhotos } from '../../../shared/try-on/model-photos.ts';
import { imageFileLimit, toImageFailure } from '../../files/image-file-limit.ts';
import { withUpload } from '../../files/with-upload.ts';
import { type FormErrors, readForm } from '../../http/form.ts';
import { formFacts, pageFacts } from '../../http/page-facts.ts';
import { defineRoute } from '../../http/route.ts';
import { seeOther, sendPage } from '../../identity/send-page.ts';
import { addReceivedPhoto, dropPhoto } from '../../stores/photo-routes.ts';
import type { DashboardDependencies } from '../dashboard-dependencies.ts';
import { toStorePath } from '../dashboard-page.tsx';
import type { StoreCall } from '../store-call.ts';
import { type PhotosPage, photosPage } from './photos-page.tsx';

const base = '/dashboard/:slug/photos';
const access = 'merchant of the store';

async function sendPhotos(
  { modelPhotos, web }: DashboardDependencies,
  { res, person, store }: StoreCall,
  said: Pick<PhotosPage, 'done' | 'values' | 'errors'>,
): Promise<void> {
  const photos = await listModelPhotos(modelPhotos, store);
  sendPage(res, photosPage({ person, store, photos, ...said }, web().build.rooms), said.errors ? 422 : 200);
}

const getPhotos = defineRoute({
  ...pageFacts,
  id: 'getPhotosPage',
  path: base,
  access,
  summary: 'The model photos of a store',
  query: Joi.object<{ done?: string }>({ done: Joi.string() }).unknown(),
  handle: (dependencies: DashboardDependencies, call) =>
    sendPhotos(dependencies, call, { done: call.query.done }),
});

const postPhoto = defineRoute({
  ...formFacts,
  id: 'addModelPhotoByForm',
  path: base,
  access,
  summary: 'Add a model photo',
  failures: ['INVALID_INPUT', 'RATE_LIMITED'],
  toFailure: toImageFailure,
  handle: async (dependencies: DashboardDependencies, call) => {
    const { req, res, store } = call;
    if (!req.is('multipart/form-data')) throw invalidInput('file', 'is missing; choose a photo.');
    await withUpload(dependencies, call, imageFileLimit, async (received) => {
      const added = await addReceivedPhoto(dependencies, call, received).catch(toErrors);
      if ('_id' in added) return seeOther(res, `${toStorePath(store, 'photos')}?done=photo`);
      await sendPhotos(dependencies, call, { values: received.fields, errors: added });
    });
  },
});

/** The name has a field of its own; everything else is about the photo. */
function toErrors(error: unknown): FormErrors {
  if (!(error instanceof ApiError) || error.code !== 'INVALID_INPUT') throw error;
  const { field = 'file' } = error.detail;
  // The form offers no other.
  if (field === 'kind') throw error;
  const message = error.message.startsWith(field) ? error.message.slice(field.length) : ` ${error.message}`;
  if (field === 'name') return { name: `The description${message}` };
  return { file: field === 'store' ? `The store${message}` : `The photo${message}` };
}

const postRemove = defineRoute({
  ...formFacts,
  id: 'removeModelPhotoByForm',
  path: `${base}/remove`,
  access,
  summary: 'Remove a model photo',
  failures: ['NOT_FOUND'],
  handle: async (dependencies: DashboardDependencies, call) => {
    const { photo = '' } = await readForm(call.req);
    await dropPhoto(dependencies, call, photo);
    seeOther(call.res, `${toStorePath(call.store, 'photos')}?done=no-photo`);
  },
});

/** The model photos of a store. */
export const photosPages = [getPhotos, postPhoto, postRemove];
