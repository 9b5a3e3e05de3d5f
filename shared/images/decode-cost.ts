import type { Metadata } from 'sharp';
import { ImageRejected } from './image-rejected.ts';
import { MAX_PIXELS } from './sharp-setup.ts';

type Decoded = Pick<
  Metadata,
  'width' | 'height' | 'channels' | 'depth' | 'isProgressive' | 'chromaSubsampling'
>;

/** Every accepted number of pixels, in 8 bits with transparency: 200 MB. */
const maxDecodedBytes = MAX_PIXELS * 4;

/** A progressive JPEG is kept as coefficients of two bytes; an interlaced PNG is decoded in seven passes over all of it. */
const getPasses = ({ isProgressive }: Decoded) => (isProgressive ? 2 : 1);

const bytesPerSample = ({ depth }: Decoded) => (depth === 'ushort' ? 2 : 1);

/** Of a JPEG with halved chroma, as nearly all photos have it, two of three channels have a quarter of the samples. */
const samplesPerPixel = ({ channels, chromaSubsampling }: Decoded) =>
  chromaSubsampling === '4:2:0' && channels === 3 ? 1.5 : channels;

/**
 * Returns the bytes that pass through a decoder for this image: width × height × samples × bytes of a sample ×
 * passes.
 */
export function decodedBytes(header: Decoded): number {
  return header.width * header.height * samplesPerPixel(header) * bytesPerSample(header) * getPasses(header);
}

const megabytes = (bytes: number) => Math.ceil(bytes / 1_000_000);

/** @throws ImageRejected `too-costly`, before anything is decoded */
export function checkDecodedBytes(header: Decoded): void {
  const bytes = decodedBytes(header);
  if (bytes <= maxDecodedBytes) return;
  const { width, height, channels, depth, isProgressive } = header;
  const form = `${width} × ${height} pixels, ${channels} channels of ${depth === 'ushort' ? 16 : 8} bits${isProgressive ? ', interlaced or progressive' : ''}`;
  throw new ImageRejected(
    'too-costly',
    `needs ${megabytes(bytes)} MB to be decoded (${form}), more than ${megabytes(maxDecodedBytes)}; send it scaled down, with 8 bits a channel, or saved without interlacing.`,
  );
}
