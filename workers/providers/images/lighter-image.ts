import { withDecodeSlot } from '../../../shared/images/decode-slots.ts';
import { openImage } from '../../../shared/images/sharp-setup.ts';
import type { ProviderImage } from '../provider.ts';

/** The same settings as intake's, so that red letters on a product keep their edges. */
const jpegOptions = { quality: 90, chromaSubsampling: '4:4:4' };
const webpOptions = { quality: 90, smartSubsample: true };

/**
 * Returns the same image in fewer bytes: as JPEG, or as WebP when it has transparency. One that is JPEG
 * already, or would not become smaller, is returned unchanged.
 */
export async function lighterImage(image: ProviderImage): Promise<ProviderImage> {
  if (image.mime === 'image/jpeg') return image;
  const { hasAlpha } = await openImage(image.bytes).metadata();
  const mime = hasAlpha ? 'image/webp' : 'image/jpeg';
  const encode = () => {
    const opened = openImage(image.bytes);
    return (hasAlpha ? opened.webp(webpOptions) : opened.jpeg(jpegOptions)).toBuffer();
  };
  const bytes = await withDecodeSlot(encode);
  return bytes.length < image.bytes.length ? { ...image, bytes, mime } : image;
}
