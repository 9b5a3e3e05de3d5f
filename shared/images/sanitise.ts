import { sanitiseAvif } from './sanitise-avif.ts';
import { sanitiseJpeg } from './sanitise-jpeg.ts';
import { sanitisePng } from './sanitise-png.ts';
import { sanitiseWebp } from './sanitise-webp.ts';
import type { Sanitised } from './sanitised.ts';
import type { SourceMime } from './sniff.ts';

const byMime: Record<SourceMime, (file: Buffer) => Sanitised> = {
  'image/jpeg': sanitiseJpeg,
  'image/png': sanitisePng,
  'image/webp': sanitiseWebp,
  'image/avif': sanitiseAvif,
};

/**
 * Returns the file without anything but pixels, color profile and orientation, and of an animation the first frame.
 * Every untrusted file comes through here before libvips sees it: libexif needs minutes for a hostile EXIF block of a
 * few kilobytes (measured: 13 KB, 77 s), and cannot be interrupted. The orientation is written anew.
 * @throws ImageRejected `corrupt` when the file has more parts than any encoder writes
 */
export function sanitise(file: Buffer, mime: SourceMime): Sanitised {
  return byMime[mime](file);
}
