import { readFile, stat } from 'node:fs/promises';
import type { Metadata } from 'sharp';
import { checkDecodedBytes } from './decode-cost.ts';
import { corrupt, ImageRejected, type RejectReason } from './image-rejected.ts';
import { sanitise } from './sanitise.ts';
import { MAX_PIXELS, sharp } from './sharp-setup.ts';
import { SNIFF_BYTES, type SourceMime, sniff } from './sniff.ts';

export { ImageRejected, type RejectReason };

export interface ImageFacts {
  mime: SourceMime;
  /** Pixels as a person sees the image: EXIF orientation is already taken into account. */
  width: number;
  height: number;
  /** EXIF orientation, 1 to 8; 1 when there is none or an invalid one. */
  orientation: number;
  hasAlpha: boolean;
  bytes: number;
  /** Colors are 8-bit sRGB already (a named sRGB profile counts), so the pixels can stay unchanged. */
  plainColor: boolean;
  depth: string;
}

export interface ImageLimits {
  maxBytes: number;
  maxPixels: number;
  /** Pixels of the shorter side. Fewer than 32 cannot be cut out or placed. */
  minSide: number;
  /** Long side ÷ short side. No photo or product is thinner than 20:1; such files are rulers, borders and probes, less than 103 pixels high at 2048. */
  maxAspect: number;
}

export const imageLimits: ImageLimits = {
  maxBytes: 8 * 1024 * 1024,
  maxPixels: MAX_PIXELS,
  minSide: 32,
  maxAspect: 20,
};

/** Decoding one takes five times as long as a JPEG and cannot be interrupted (measured: 50 MP, 15 s on a busy core). */
const maxAvifPixels = 12_000_000;

const megapixels = (pixels: number) => (pixels / 1_000_000).toFixed(1);

function checkPixels(width: number, height: number, limits: ImageLimits): void {
  if (width * height <= limits.maxPixels) return;
  throw new ImageRejected(
    'too-many-pixels',
    `has ${megapixels(width * height)} megapixels; send it scaled down to at most ${megapixels(limits.maxPixels)}.`,
  );
}

function checkShape(width: number, height: number, limits: ImageLimits): void {
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  if (long > short * limits.maxAspect) {
    const problem = `is ${width} × ${height} pixels, longer than ${limits.maxAspect}:1; send a photo of usual shape.`;
    throw new ImageRejected('too-thin', problem);
  }
  if (short < limits.minSide) {
    const problem = `is ${width} × ${height} pixels; send one with at least ${limits.minSide} on each side.`;
    throw new ImageRejected('too-small', problem);
  }
}

/** A header that claims too many pixels is refused before libvips reads the file. */
function checkPngHeader(file: Buffer, limits: ImageLimits): void {
  if (file.length < 33 || file.toString('latin1', 12, 16) !== 'IHDR') throw corrupt();
  checkPixels(file.readUInt32BE(16), file.readUInt32BE(20), limits);
}

async function readHeader(file: Buffer): Promise<Metadata> {
  try {
    // Only the header is read here, so the pixel limit is ours, with its own message.
    return await sharp(file, { limitInputPixels: false, failOn: 'error' }).metadata();
  } catch (error) {
    throw corrupt(error);
  }
}

// The name of the profile that nearly every camera, phone and editor writes, in both encodings of the
// ICC `desc` tag. Any other profile is converted, not dropped: Display P3 read as sRGB loses saturation.
const srgbName = 'sRGB IEC61966';
const srgbNames = [Buffer.from(srgbName, 'latin1'), Buffer.from(srgbName, 'utf16le').swap16()];

function isPlainColor(header: Metadata): boolean {
  if (header.depth !== 'uchar' || header.space !== 'srgb') return false;
  if (!header.hasProfile) return true;
  return srgbNames.some((name) => header.icc?.includes(name));
}

function toFacts(
  mime: SourceMime,
  { bytes, orientation }: { bytes: number; orientation: number },
  header: Metadata,
) {
  const { width, height } = header.autoOrient;
  const { hasAlpha, depth } = header;
  return { mime, width, height, orientation, hasAlpha, bytes, plainColor: isPlainColor(header), depth };
}

function checkBytes(bytes: number, limits: ImageLimits): void {
  if (bytes === 0) throw new ImageRejected('empty', 'is empty; send the bytes of an image.');
  if (bytes <= limits.maxBytes) return;
  const mib = (limits.maxBytes / 1024 / 1024).toFixed(0);
  throw new ImageRejected('too-large', `has ${bytes} bytes; send at most ${limits.maxBytes} (${mib} MB).`);
}

async function inspectBytes(file: Buffer, limits: ImageLimits): Promise<ImageFacts> {
  checkBytes(file.length, limits);
  const { mime, label } = sniff(file.subarray(0, SNIFF_BYTES));
  if (!mime) throw new ImageRejected('type', `is ${label}; send JPEG, PNG, WebP or AVIF.`);
  if (mime === 'image/png') checkPngHeader(file, limits);
  const sanitised = sanitise(file, mime);
  const header = await readHeader(sanitised.file);
  const facts = toFacts(mime, { bytes: file.length, orientation: sanitised.orientation }, header);
  checkPixels(
    facts.width,
    facts.height,
    mime === 'image/avif' ? { ...limits, maxPixels: maxAvifPixels } : limits,
  );
  checkDecodedBytes(header);
  checkShape(facts.width, facts.height, limits);
  return facts;
}

/**
 * Type, size and colors of an image, from the header of its content alone (0.4 ms). Nothing is decoded, so
 * the pixels may still be broken: `normaliseImage` detects that.
 * @param source the bytes, or the path of a file
 * @throws ImageRejected
 */
export async function inspectImage(
  source: Buffer | string,
  limits: Partial<ImageLimits> = {},
): Promise<ImageFacts> {
  const all = { ...imageLimits, ...limits };
  if (typeof source !== 'string') return inspectBytes(source, all);
  checkBytes((await stat(source)).size, all);
  return inspectBytes(await readFile(source), all);
}
