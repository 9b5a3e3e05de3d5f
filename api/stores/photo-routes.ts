import type { Audit } from '../../shared/audit/audit.ts';
import type { BlobStorage } from '../../shared/blobs/blob-storage.ts';
import { invalidInput } from '../../shared/errors.ts';
import type { StoreDoc } from '../../shared/stores/store-model.ts';
import { type SceneKind, sceneKinds } from '../../shared/try-on/contract.ts';
import type { ModelPhotoDoc, ModelPhotoModel } from '../../shared/try-on/model-photo-model.ts';
import { addModelPhoto, listModelPhotos, removeModelPhoto } from '../../shared/try-on/model-photos.ts';
import type { ImageDecoder } from '../decoder/image-decoder.ts';
import { imageFileLimit, toImageFailure } from '../files/image-file-limit.ts';
import { type Received, type UploadPlace, withUpload } from '../files/with-upload.ts';
import { defineRoute } from '../http/route.ts';
import { type Content, json } from '../openapi/operation.ts';
import { buildList, integer, moment, namedObject, openText, optional, text } from '../openapi/schema.ts';
import { imagePaths } from '../try-on/image-views.ts';
import { recordChange } from './record-change.ts';

export interface ModelPhotoDependencies extends UploadPlace {
  audit: Audit;
  modelPhotos: ModelPhotoModel;
  blobs: BlobStorage;
  decoder: Pick<ImageDecoder, 'prepare'>;
}

type PhotoCall = Parameters<typeof recordChange>[1];

interface StorePhoto extends Pick<ModelPhotoDoc, 'name' | 'kind' | 'createdAt'> {
  id: string;
  width: number;
  height: number;
  /** Path of the image, for pages of the try-on. */
  url: string;
}

const toStorePhoto = (
  store: StoreDoc,
  { _id: id, name, kind, image, createdAt }: ModelPhotoDoc,
): StorePhoto => ({
  ...{ id, name, ...(kind && { kind }) },
  ...{ width: image.width, height: image.height, url: imagePaths.model(store, id), createdAt },
});

const photoSchema = namedObject<StorePhoto>('StoreModelPhoto', 'A model photo of a store.', {
  id: text('Id of the photo.'),
  name: text('Description, read to shoppers who do not see it.'),
  kind: optional(openText('What it shows; absent in photos of earlier releases.', sceneKinds)),
  width: integer('Pixels.', { minimum: 1 }),
  height: integer('Pixels.', { minimum: 1 }),
  url: text('Path of the image; it is sent to pages of the store.'),
  createdAt: moment('When it was added.'),
});

const photoListSchema = namedObject<{ photos: StorePhoto[] }>(
  'StoreModelPhotoList',
  'The model photos of a store.',
  {
    photos: buildList(photoSchema, 'At most 24, oldest first.'),
  },
);

const base = '/api/stores/:slug/photos';
const common = { tag: 'Stores', access: 'key of the store', cache: 'no-store' } as const;

const getPhotos = defineRoute({
  ...common,
  id: 'listModelPhotos',
  method: 'get',
  path: base,
  summary: 'List the model photos of a store',
  responses: { 200: { description: 'The photos.', content: json(photoListSchema) } },
  handle: async ({ modelPhotos }: ModelPhotoDependencies, { store }) => ({
    photos: (await listModelPhotos(modelPhotos, store)).map((photo) => toStorePhoto(store, photo)),
  }),
});

const photoForm: Content = {
  'multipart/form-data': {
    schema: {
      type: 'object',
      description: 'A form with one file.',
      required: ['file', 'name', 'kind'],
      properties: {
        name: text('Description, read to shoppers who do not see the photo.', {
          minLength: 1,
          maxLength: 100,
        }),
        kind: text('What it shows.', { enum: sceneKinds }),
        file: { type: 'string', format: 'binary', description: 'The bytes of the image.' },
      },
    },
  },
};

const postPhoto = defineRoute({
  ...common,
  id: 'addModelPhoto',
  method: 'post',
  path: base,
  summary: 'Add a model photo to a store',
  description: 'Shoppers who upload no photo choose it. It is checked as theirs are.',
  body: { description: 'A photo of at most 8 MB, and what it shows.', content: photoForm },
  responses: { 201: { description: 'The photo.', content: json(photoSchema) } },
  failures: ['INVALID_INPUT', 'RATE_LIMITED'],
  toFailure: toImageFailure,
  handle: async (dependencies: ModelPhotoDependencies, call) => {
    if (!call.req.is('multipart/form-data'))
      throw invalidInput('file', 'is missing; send a form with the photo.');
    return withUpload(dependencies, call, imageFileLimit, async (received) =>
      toStorePhoto(call.store, await addReceivedPhoto(dependencies, call, received)),
    );
  },
});

/** Adds the photo of a form by its fields `name` and `kind`, and records it. @throws ApiError INVALID_INPUT */
export async function addReceivedPhoto(
  dependencies: ModelPhotoDependencies,
  call: PhotoCall,
  { path, fields, signal }: Received,
): Promise<ModelPhotoDoc> {
  const { name = '', kind = '' } = fields;
  const photo = { source: path, name, kind: readKind(kind), prepare: dependencies.decoder.prepare, signal };
  const added = await addModelPhoto(dependencies, call.store, photo);
  await recordChange(dependencies, call, { action: 'photo.add', after: { photo: added._id, name, kind } });
  return added;
}

function readKind(given: string): SceneKind {
  const kind = sceneKinds.find((each) => each === given);
  if (kind) return kind;
  throw invalidInput('kind', `must be one of ${sceneKinds.join(', ')}.`);
}

const deletePhoto = defineRoute({
  ...common,
  id: 'removeModelPhoto',
  method: 'delete',
  path: `${base}/:photo`,
  params: { photo: { description: 'Id of the photo.', schema: text('An id.') } },
  summary: 'Remove a model photo of a store',
  description: 'Shoppers can no longer choose it; renders that were started with it are not changed.',
  responses: { 204: { description: 'It is removed.' } },
  handle: (dependencies: ModelPhotoDependencies, call) => dropPhoto(dependencies, call, call.params.photo),
});

/** Removes a model photo and records it. @throws ApiError NOT_FOUND */
export async function dropPhoto(
  dependencies: ModelPhotoDependencies,
  call: PhotoCall,
  photo: string,
): Promise<void> {
  await removeModelPhoto(dependencies, call.store, photo);
  await recordChange(dependencies, call, { action: 'photo.remove', before: { photo } });
}

export const modelPhotoRoutes = [getPhotos, postPhoto, deletePhoto];
