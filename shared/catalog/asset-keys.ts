import { type ThumbnailFormat, thumbnailFormats, thumbnailWidths } from '../try-on/contract.ts';

/** Where the blob storage has a store's pictures, and what is made from them. */
export function assetPrefix(store: string): string {
  return `catalog/${store}/`;
}

/** The key of a picture, by the SHA-256 of what was fetched. */
export function assetKey(store: string, sha256: string): string {
  return `${assetPrefix(store)}${sha256}`;
}

/** A picture's thumbnail of one width and format. */
export interface ThumbnailName {
  sha256: string;
  width: number;
  format: ThumbnailFormat;
}

/** Below the key of its picture, so that it is deleted with it. */
export function thumbnailKey(store: string, { sha256, width, format }: ThumbnailName): string {
  return `${assetKey(store, sha256)}/${width}-${format}`;
}

/** The key of the picture that a key of the prefix belongs to: itself, or the one that it is a thumbnail of. */
export function imageOfKey(key: string): string {
  return key.split('/').slice(0, 3).join('/');
}

/** The thumbnail of a path such as `{sha256}` and `320.avif`; undefined for any other. */
export function thumbnailName(sha256: string, file: string): ThumbnailName | undefined {
  const [width, format, ...more] = file.split('.');
  const known = {
    width: thumbnailWidths.find((each) => String(each) === width),
    format: thumbnailFormats.find((each) => each === format),
  };
  if (!/^[0-9a-f]{64}$/.test(sha256) || more.length > 0) return undefined;
  return known.width && known.format ? { sha256, width: known.width, format: known.format } : undefined;
}
