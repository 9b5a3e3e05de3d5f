import { type FileHandle, open } from 'node:fs/promises';
import type { Metadata } from 'sharp';
import { corrupt, ImageRejected, type RejectReason } from './image-rejected.ts';
import { MAX_PIXELS, sharp } from './sharp-setup.ts';
import { type ImageMime, SNIFF_BYTES, sniff } from './sniff.ts';

export { ImageRejected, type RejectReason };

export interface ImageFacts {
  mime: ImageMime;
  /** Pixels as a person sees the image: EXIF orientation is already taken into account. */
  width: number;
  height: number;
  /** EXIF orientation, 1 to 8; 1 when there is none or an invalid one. */
  orientation: number;
  hasAlpha: boolean;
  /** Always 1: several frames are rejected. */
  frames: number;
  bytes: number;
  /** EXIF, XMP, IPTC, comments or a colour profile are in the file. */
  carriesMetadata: boolean;
  /** Colours are 8-bit sRGB already (a named sRGB profile counts), so the pixels can stay unchanged. */
  plainColour: boolean;
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

// An encoder writes a handful of chunks before the pixels; thousands of empty ones are an attack.
const MAX_CHUNKS_BEFORE_PIXELS = 256;

interface ByteSource {
  bytes: number;
  /** Up to `length` bytes from `offset`; shorter at the end. */
  read(offset: number, length: number): Promise<Buffer>;
}

function bufferSource(buffer: Buffer): ByteSource {
  return { bytes: buffer.length, read: async (offset, length) => buffer.subarray(offset, offset + length) };
}

async function fileSource(handle: FileHandle): Promise<ByteSource> {
  const read = async (offset: number, length: number) => {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(length), 0, length, offset);
    return buffer.subarray(0, bytesRead);
  };
  return { bytes: (await handle.stat()).size, read };
}

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
async function checkPngHeader(source: ByteSource, limits: ImageLimits): Promise<void> {
  const header = await source.read(8, 25);
  if (header.length < 25 || header.toString('latin1', 4, 8) !== 'IHDR') throw corrupt();
  checkPixels(header.readUInt32BE(8), header.readUInt32BE(12), limits);
  let offset = 33;
  for (let chunk = 0; chunk < MAX_CHUNKS_BEFORE_PIXELS; chunk++) {
    const head = await source.read(offset, 8);
    if (head.length < 8) throw corrupt();
    const type = head.toString('latin1', 4, 8);
    if (type === 'IDAT') return;
    // libvips decodes the first frame of an APNG without reporting the others.
    if (type === 'acTL') throw animated();
    offset += 12 + head.readUInt32BE(0);
  }
  throw corrupt();
}

const animated = () => new ImageRejected('animated', 'is animated; send a still image.');

async function readHeader(source: Buffer | string): Promise<Metadata> {
  try {
    // Only the header is read here, so the pixel limit is ours, with its own message.
    return await sharp(source, { limitInputPixels: false, failOn: 'error' }).metadata();
  } catch (error) {
    throw corrupt(error);
  }
}

// The name of the profile that nearly every camera, phone and editor writes, in both encodings of the
// ICC `desc` tag. Any other profile is converted, not dropped: Display P3 read as sRGB loses saturation.
const srgbName = 'sRGB IEC61966';
const srgbNames = [Buffer.from(srgbName, 'latin1'), Buffer.from(srgbName, 'utf16le').swap16()];

function isPlainColour(header: Metadata): boolean {
  if (header.depth !== 'uchar' || header.space !== 'srgb') return false;
  if (!header.hasProfile) return true;
  return srgbNames.some((name) => header.icc?.includes(name));
}

function toFacts(mime: ImageMime, bytes: number, header: Metadata): ImageFacts {
  const orientation = header.orientation ?? 1;
  const { width, height } = header.autoOrient;
  const metadata = [
    header.exif,
    header.xmp,
    header.iptc,
    header.icc,
    header.comments,
    header.tifftagPhotoshop,
  ];
  return {
    mime,
    width,
    height,
    orientation: orientation >= 1 && orientation <= 8 ? orientation : 1,
    hasAlpha: header.hasAlpha,
    frames: header.pages ?? 1,
    bytes,
    carriesMetadata: metadata.some((block) => block !== undefined) || header.hasProfile,
    plainColour: isPlainColour(header),
    depth: header.depth,
  };
}

async function inspectSource(
  from: ByteSource,
  source: Buffer | string,
  limits: ImageLimits,
): Promise<ImageFacts> {
  if (from.bytes === 0) throw new ImageRejected('empty', 'is empty; send the bytes of an image.');
  if (from.bytes > limits.maxBytes) {
    const mib = (limits.maxBytes / 1024 / 1024).toFixed(0);
    throw new ImageRejected(
      'too-large',
      `has ${from.bytes} bytes; send at most ${limits.maxBytes} (${mib} MB).`,
    );
  }
  const { mime, label } = sniff(await from.read(0, SNIFF_BYTES));
  if (!mime) throw new ImageRejected('type', `is ${label}; send JPEG, PNG or WebP.`);
  if (mime === 'image/png') await checkPngHeader(from, limits);
  const facts = toFacts(mime, from.bytes, await readHeader(source));
  checkPixels(facts.width, facts.height, limits);
  if (facts.frames > 1) throw animated();
  checkShape(facts.width, facts.height, limits);
  return facts;
}

/**
 * Type, size and colours of an image, from the header of its content alone (0.4 ms). Nothing is decoded, so
 * the pixels may still be broken: `normaliseImage` detects that.
 * @param source the bytes, or the path of a file, which is not read as a whole
 * @throws ImageRejected
 */
export async function inspectImage(
  source: Buffer | string,
  limits: Partial<ImageLimits> = {},
): Promise<ImageFacts> {
  const all = { ...imageLimits, ...limits };
  if (typeof source !== 'string') return inspectSource(bufferSource(source), source, all);
  const handle = await open(source, 'r');
  try {
    return await inspectSource(await fileSource(handle), source, all);
  } finally {
    await handle.close();
  }
}
