import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import Joi from 'joi';
import { ApiError, invalidInput } from '../../../shared/errors.ts';
import { newId } from '../../../shared/ids.ts';
import { imageLimits } from '../../../shared/images/inspect.ts';
import { type SceneKind, sceneKinds } from '../../../shared/try-on/contract.ts';
import { addModelPhoto, listModelPhotos, removeModelPhoto } from '../../../shared/try-on/model-photos.ts';
import { saveUpload } from '../../files/save-upload.ts';
import { signalOfCaller } from '../../http/caller-gone.ts';
import { type FormErrors, readForm } from '../../http/form.ts';
import { formFacts, pageFacts } from '../../http/page-facts.ts';
import { defineRoute } from '../../http/route.ts';
import { seeOther, sendPage } from '../../identity/send-page.ts';
import { recordChange } from '../../stores/record-change.ts';
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
  failures: ['INVALID_INPUT'],
  handle: async (dependencies: DashboardDependencies, call) => {
    const { req, res, store } = call;
    if (!req.is('multipart/form-data')) throw invalidInput('file', 'is missing; choose a photo.');
    const { modelPhotos, blobs, decoder, spoolDir, config } = dependencies;
    const path = join(spoolDir, newId('photo'));
    const signal = signalOfCaller(res);
    try {
      const limits = { config, signal, maxBytes: imageLimits.maxBytes, tooLarge };
      const { fields: values } = await saveUpload(req, path, limits);
      const { name = '', kind = '' } = values;
      const given = { source: path, name, kind: readKind(kind), prepare: decoder.prepare, signal };
      const added = await addModelPhoto({ modelPhotos, blobs }, store, given).catch(toErrors);
      if (!('_id' in added)) return await sendPhotos(dependencies, call, { values, errors: added });
      await recordChange(dependencies, call, {
        action: 'photo.add',
        after: { photo: added._id, name, kind },
      });
      seeOther(res, `${toStorePath(store, 'photos')}?done=photo`);
    } finally {
      await rm(path, { force: true });
    }
  },
});

const tooLarge = () => invalidInput('file', 'is larger than 8 MB; send it scaled down.');

function readKind(text: string): SceneKind {
  const kind = sceneKinds.find((each) => each === text);
  if (kind) return kind;
  throw invalidInput('kind', `must be one of ${sceneKinds.join(', ')}.`);
}

/** The name has a field of its own; everything else is about the photo. */
function toErrors(error: unknown): FormErrors {
  if (!(error instanceof ApiError) || error.code !== 'INVALID_INPUT') throw error;
  const { field = 'file' } = error.detail;
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
    const { modelPhotos, blobs } = dependencies;
    await removeModelPhoto({ modelPhotos, blobs }, call.store, photo);
    await recordChange(dependencies, call, { action: 'photo.remove', before: { photo } });
    seeOther(call.res, `${toStorePath(call.store, 'photos')}?done=no-photo`);
  },
});

/** The model photos of a store. */
export const photosPages = [getPhotos, postPhoto, postRemove];
