import { withDecodeSlot } from '../../../shared/images/decode-slots.ts';
import { openImage } from '../../../shared/images/sharp-setup.ts';
import type { ProviderImage } from '../provider.ts';

/** Flattens on white: a loader that drops alpha shows the color under it, which for a cut-out product is mostly black. */
export async function opaqueImage(image: ProviderImage): Promise<ProviderImage> {
  if (image.mime === 'image/jpeg') return image;
  const { hasAlpha } = await openImage(image.bytes).metadata();
  if (!hasAlpha) return image;
  const flatten = () =>
    openImage(image.bytes).flatten({ background: '#ffffff' }).png({ compressionLevel: 2 }).toBuffer();
  return { ...image, bytes: await withDecodeSlot(flatten), mime: 'image/png' };
}
