import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { sharp } from '../../../shared/images/sharp-setup.ts';

const photo = fileURLToPath(new URL('../../../examples/orchid.jpg', import.meta.url));

export type Format = 'jpeg' | 'png' | 'webp' | 'avif';

/** A valid file, of which attacks are made. */
export interface Base {
  format: Format;
  bytes: Buffer;
}

/** Makes a real photo in every format and form that the platform accepts. */
export async function makeBases(): Promise<Base[]> {
  const small = await sharp(await readFile(photo))
    .resize(200)
    .png()
    .toBuffer();
  const image = () => sharp(small);
  const exif = { IFD0: { Copyright: 'A photographer', Software: 'A camera' } };
  const made: [Format, Promise<Buffer>][] = [
    ['jpeg', readFile(photo)],
    ['jpeg', image().jpeg({ quality: 80 }).toBuffer()],
    ['jpeg', image().jpeg({ progressive: true }).toBuffer()],
    ['jpeg', image().toColourspace('cmyk').jpeg().toBuffer()],
    ['jpeg', image().withExif(exif).withIccProfile('p3').jpeg().toBuffer()],
    ['png', image().png().toBuffer()],
    ['png', image().png({ palette: true, progressive: true }).toBuffer()],
    ['png', image().toColourspace('rgb16').png({ compressionLevel: 9 }).toBuffer()],
    ['webp', image().webp().toBuffer()],
    ['webp', image().webp({ lossless: true }).toBuffer()],
    ['webp', image().withExif(exif).webp().toBuffer()],
    ['avif', image().resize(64).avif({ effort: 0 }).toBuffer()],
  ];
  return Promise.all(made.map(async ([format, bytes]) => ({ format, bytes: await bytes })));
}
