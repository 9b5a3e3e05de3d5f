import type { SignedImages } from '../../shared/secrets/signed-images.ts';
import type { StoreDoc } from '../../shared/stores/store-model.ts';
import type { ModelPhotoView, PhotoView } from '../../shared/try-on/contract.ts';
import type { ModelPhotoDoc } from '../../shared/try-on/model-photo-model.ts';
import type { PhotoDoc } from '../../shared/try-on/photo-model.ts';

type Slug = Pick<StoreDoc, 'slug'>;

/** Paths of images; those of photos and results are signed, since an `<img>` sends no token. */
export const imagePaths = {
  photo: ({ slug }: Slug, id: string) => `/api/try-on/${slug}/photos/${id}/image`,
  model: ({ slug }: Slug, id: string) => `/api/try-on/${slug}/models/${id}/image`,
  modelThumbnail: ({ slug }: Slug, id: string) => `/api/try-on/${slug}/models/${id}/thumbnail`,
  result: ({ slug }: Slug, renderId: string) => `/api/try-on/${slug}/renders/${renderId}/image`,
  /** Whoever has the link of a look has its short id. */
  look: ({ slug }: Slug, shortId: string) => `/api/try-on/${slug}/looks/${shortId}/image`,
  preview: ({ slug }: Slug, shortId: string) => `/api/try-on/${slug}/looks/${shortId}/preview`,
};

export function photoView(signed: SignedImages, store: Slug, photo: PhotoDoc): PhotoView {
  const { _id, image, createdAt, until } = photo;
  return {
    id: _id,
    url: signed.sign(imagePaths.photo(store, _id)),
    width: image.width,
    height: image.height,
    createdAt: createdAt.toISOString(),
    expiresAt: until.toISOString(),
  };
}

export function modelPhotoView(store: Slug, { _id, name, kind, image }: ModelPhotoDoc): ModelPhotoView {
  return {
    id: _id,
    name,
    kind: kind ?? null,
    url: imagePaths.model(store, _id),
    thumbnail: imagePaths.modelThumbnail(store, _id),
    width: image.width,
    height: image.height,
  };
}
