import { sharp } from '../../shared/images/sharp-setup.ts';

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

/** Decodes an image of one pixel. It rejects, or never settles, while this process cannot decode images. */
export async function checkDecoder(): Promise<void> {
  await sharp(pixel).raw().toBuffer();
}
