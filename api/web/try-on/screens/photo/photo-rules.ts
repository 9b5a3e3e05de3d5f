/** The long side that is sent: results are at most this large (specification "Limits" keeps 8 MB an image). */
export const longestSide = 2048;
export const maxPhotoBytes = 8 * 1024 * 1024;

interface Size {
  width: number;
  height: number;
}

/** Returns the size within a square of `side`, ratio kept; a smaller one is not enlarged. */
export function fitWithin({ width, height }: Size, side: number): Size {
  const share = Math.min(1, side / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * share)), height: Math.max(1, Math.round(height * share)) };
}

/** Luma of RGBA bytes, 0 to 255 each (ITU-R BT.601). */
export function toLuma(rgba: ArrayLike<number>): Uint8Array {
  return Uint8Array.from({ length: rgba.length / 4 }, (_, pixel) => {
    const at = pixel * 4;
    return 0.299 * rgba[at]! + 0.587 * rgba[at + 1]! + 0.114 * rgba[at + 2]!;
  });
}

/** Returns true for the formats of phones that only some browsers decode. */
export function isHeic({ type, name }: { type: string; name: string }): boolean {
  return /^image\/hei[cf]/i.test(type) || /\.hei[cf]$/i.test(name);
}
