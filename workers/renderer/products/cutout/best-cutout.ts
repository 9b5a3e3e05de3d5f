import { RendererError } from '../../renderer-error.ts';
import { type Cutout, type CutoutOptions, cutOut } from './cut-product.ts';

/** Long side for comparing photos: the network then takes a quarter of its time. */
const COMPARE_SIDE = 240;
/** A later photo must score this much higher: merchants put their best one first. */
const LEAD = 0.05;

/**
 * Cuts out the best photo of a product: complete, away from the image's edges, on a plain background. Photos are
 * compared at a small size; only the best is cut at full size. Photos that cannot be used are skipped. Throws
 * RendererError when none is left.
 */
export async function bestCutout(
  images: Buffer[],
  options: CutoutOptions = {},
): Promise<{ cutout: Cutout; index: number }> {
  const index = images.length === 1 ? 0 : await bestIndex(images, options);
  const image = images[index];
  if (!image) throw new RendererError('A product needs at least one usable image.');
  return { cutout: await cutOut(image, options), index };
}

/** Returns the index of the best photo; throws the error of the last one where none can be used. */
async function bestIndex(images: Buffer[], { signal }: CutoutOptions): Promise<number> {
  const best = { index: -1, score: Number.NEGATIVE_INFINITY };
  let failure: unknown;
  for (const [index, image] of images.entries()) {
    try {
      const { score } = await cutOut(image, { ...(signal && { signal }), maxSide: COMPARE_SIDE });
      if (best.index < 0 || score > best.score + LEAD) Object.assign(best, { index, score });
    } catch (error) {
      if (!(error instanceof RendererError)) throw error;
      failure = error;
    }
  }
  if (best.index < 0 && failure) throw failure;
  return best.index;
}
