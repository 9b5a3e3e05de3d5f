/** Pixels of a shopper's photo, who need no key: what a camera of 12 megapixels takes (4032 × 3024). The page sends fewer. */
export const mostPhotoPixels = 12_200_000;

/** Pixels of the shorter side: products on a smaller photo cannot be recognised. */
export const leastPhotoSide = 256;

/**
 * Luma, 0 to 255, below which both together leave nothing to work with. A photo of a lit person before black has
 * a low mean and bright parts, one in fog the reverse. The darkest of 28 usable photos has 49 and 140.
 */
const darkest = { mean: 24, brightPart: 90 } as const;

/** Share of the pixels that are darker than the bright part. */
const brightQuantile = 0.98;

/** Returns true for a photo that is too dark, by the luma of its pixels, made small first. Sorts them. */
export function isTooDark(luma: Uint8Array): boolean {
  const sorted = luma.sort();
  const mean = sorted.reduce((sum, value) => sum + value, 0) / sorted.length;
  return mean < darkest.mean && sorted[Math.floor(sorted.length * brightQuantile)]! < darkest.brightPart;
}
