import { withDecodeSlot } from './decode-slots.ts';
import { sharp, strict } from './sharp-setup.ts';

/** Returns the mean color of an accepted image, `#rrggbb`; what is transparent counts as white. */
export async function averageColor(image: Buffer | string): Promise<string> {
  const { data } = await withDecodeSlot(() =>
    sharp(image, strict)
      .autoOrient()
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .resize(1, 1, { fit: 'fill', kernel: 'linear' })
      .raw()
      .toBuffer({ resolveWithObject: true }),
  );
  const [red = 0, green = red, blue = red] = data;
  return `#${[red, green, blue].map((level) => level.toString(16).padStart(2, '0')).join('')}`;
}
