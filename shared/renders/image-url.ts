import type { SecretBox } from '../secrets/secret-box.ts';
import { createSignedImages, type SignedImages } from '../secrets/signed-images.ts';

export const imageUrlPath = (id: string): string => `/visualize/${id}/image.png`;

/** Signs the URLs of rendered images: whoever has one reads the image, without a key, for 6 to 7 hours. */
export const createImageUrls = (secrets: Pick<SecretBox, 'signer'>): SignedImages =>
  createSignedImages(secrets.signer('render image'));

/** Returns the URL of a render's image that needs no key. */
export const toImageUrl = (signed: SignedImages, baseUrl: string, id: string): string =>
  baseUrl + signed.sign(imageUrlPath(id));
