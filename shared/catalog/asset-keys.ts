import { type ThumbnailFormat, thumbnailFormats, thumbnailWidths } from '../try-on/contract.ts';

/** Returns the prefix of the blobs of a store's reference assets and thumbnails. */
export function assetPrefix(store: string): string {
  return `catalog/${store}/`;
}

/** Returns the key of an image, by the SHA-256 of what was fetched. */
export function assetKey(store: string, sha256: string): string {
  return `${assetPrefix(store)}${sha256}`;
}

/** An image's thumbnail of one width and format. */
export interface ThumbnailName {
  sha256: string;
  width: number;
  format: ThumbnailFormat;
}

/** Returns a key below that of the image, so that the thumbnail is deleted with it. */
export function thumbnailKey(store: string, { sha256, width, format }: ThumbnailName): string {
  return `${assetKey(store, sha256)}/${width}-${format}`;
}

/** Returns the key of the image that a key of the prefix belongs to: itself, or the one that it is a thumbnail of. */
export function imageOfKey(key: string): string {
  return key.split('/').slice(0, 3).join('/');
}

/** Returns the thumbnail of a path such as `{sha256}` and `320.avif`; undefined for any other. */
export function thumbnailName(sha256: string, file: string): ThumbnailName | undefined {
  const [width, format, ...more] = file.split('.');
  const known = {
    width: thumbnailWidths.find((each) => String(each) === width),
    format: thumbnailFormats.find((each) => each === format),
  };
  if (!/^[0-9a-f]{64}$/.test(sha256) || more.length > 0) return undefined;
  return known.width && known.format ? { sha256, width: known.width, format: known.format } : undefined;
}
