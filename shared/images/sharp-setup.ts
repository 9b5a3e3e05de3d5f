import { isMainThread } from 'node:worker_threads';
import sharp, { type Sharp, type SharpOptions } from 'sharp';

/**
 * The one sharp of the project: whatever decodes untrusted bytes imports it from here.
 *
 * libvips picks a loader by content, and its SVG loader fetches files, its TIFF loader has a history of crashes.
 * So every loader is off but these; raw pixels need none (measured: SVG, GIF and TIFF are refused in 2 ms). The HEIF
 * loader is on for AVIF, which many CDNs serve; the build of libheif has no decoder for HEIC. The setting is for the
 * whole process, all threads included.
 */
const allowedLoaders = [
  'VipsForeignLoadHeifBuffer',
  'VipsForeignLoadHeifFile',
  'VipsForeignLoadJpegBuffer',
  'VipsForeignLoadJpegFile',
  'VipsForeignLoadPngBuffer',
  'VipsForeignLoadPngFile',
  'VipsForeignLoadWebpBuffer',
  'VipsForeignLoadWebpFile',
];

// Once per process, before its first image: while a later thread called it again, no loader would work.
if (isMainThread) {
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: allowedLoaders });
}

// The operation cache is keyed by file name: a rewritten path would return the old image. No image is
// decoded twice here, so it would only use memory.
sharp.cache(false);

// One thread an image: throughput comes from several images at once on libuv's pool, and a single
// large image must not take every core from the event loop.
sharp.concurrency(1);

export const MAX_PIXELS = 50_000_000;

/**
 * Options for opening untrusted bytes. `failOn: 'error'` refuses truncated files and broken data and accepts
 * what every viewer accepts (odd ICC blocks, stray bytes before a marker).
 */
export const strict: SharpOptions = {
  failOn: 'error',
  limitInputPixels: MAX_PIXELS,
  sequentialRead: true,
};

/** No accepted image needs more (measured: the slowest 1.4 s); libvips notices between two blocks of rows. */
const maxSeconds = 8;

/** Opens untrusted bytes for decoding; what takes longer than 8 s rejects with an error that begins with `timeout`. */
export function openImage(bytes: Buffer, options: SharpOptions = strict): Sharp {
  return sharp(bytes, options).timeout({ seconds: maxSeconds });
}

export { sharp };
