/** Types that are saved and given to providers. */
export type ImageMime = 'image/jpeg' | 'image/png' | 'image/webp';

/** Types that are accepted. */
export type SourceMime = ImageMime | 'image/avif';

interface Signature {
  mime?: SourceMime;
  /** Name in messages. */
  label: string;
  at: number;
  bytes: string;
}

/** First bytes (latin-1) of each type, the accepted ones first. File names and declared types are ignored. */
const signatures: Signature[] = [
  { mime: 'image/jpeg', label: 'a JPEG image', at: 0, bytes: '\xff\xd8\xff' },
  { mime: 'image/png', label: 'a PNG image', at: 0, bytes: '\x89PNG\r\n\x1a\n' },
  { mime: 'image/webp', label: 'a WebP image', at: 8, bytes: 'WEBPVP8' },
  { label: 'a GIF image', at: 0, bytes: 'GIF8' },
  { mime: 'image/avif', label: 'an AVIF image', at: 4, bytes: 'ftypavi' },
  { label: 'a HEIC image', at: 4, bytes: 'ftyphe' },
  { label: 'a HEIC image', at: 4, bytes: 'ftypmif1' },
  { label: 'a HEIC image', at: 4, bytes: 'ftypmsf1' },
  { label: 'a TIFF image', at: 0, bytes: 'II*\0' },
  { label: 'a TIFF image', at: 0, bytes: 'MM\0*' },
  { label: 'a JPEG 2000 image', at: 4, bytes: 'jP  ' },
  { label: 'a BMP image', at: 0, bytes: 'BM' },
  { label: 'a PDF file', at: 0, bytes: '%PDF' },
  { label: 'a text or HTML file', at: 0, bytes: '<' },
  { label: 'a JSON file', at: 0, bytes: '{' },
];

export const SNIFF_BYTES = 32;

/** Detects the type by the first `SNIFF_BYTES` bytes; `mime` is set for the accepted types only. */
export function sniff(head: Buffer): { mime?: SourceMime; label: string } {
  const text = head.toString('latin1', 0, SNIFF_BYTES);
  const found = signatures.find(({ at, bytes }) => text.startsWith(bytes, at));
  if (found?.mime === 'image/webp' && !text.startsWith('RIFF')) return { label: 'an unknown file' };
  return found ?? { label: 'an unknown file' };
}
