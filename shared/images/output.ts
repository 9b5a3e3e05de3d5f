import { withDecodeSlot } from './decode-slots.ts';
import { essentialParts } from './essential-parts.ts';
import {
  decodePixels,
  type GridPixels,
  gridOfImage,
  isBlank,
  isSameImage,
  reduceToGrid,
} from './image-grid.ts';
import { ImageRejected } from './image-rejected.ts';
import { type ImageFacts, inspectImage, type RejectReason } from './inspect.ts';
import { MAX_SIDE } from './normalise.ts';
import { sanitise } from './sanitise.ts';
import { sharp } from './sharp-setup.ts';

export interface Size {
  width: number;
  height: number;
}

export type OutputFault = 'corrupt' | 'aspect' | 'blank' | 'unchanged' | 'type' | 'too-large' | 'too-small';

/** A provider's image that is not given to a customer, and not charged. */
export class OutputRejected extends Error {
  override name = 'OutputRejected';
  readonly reason: OutputFault;

  constructor(reason: OutputFault, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.reason = reason;
  }
}

/** Pixels of the result for an upright scene: its aspect within one pixel, long side ≤ 2048. */
export function outputSize({ width, height }: Size): Size {
  const scale = Math.min(1, MAX_SIDE / Math.max(width, height));
  const side = (pixels: number) => Math.max(1, Math.round(pixels * scale));
  return { width: side(width), height: side(height) };
}

/** An image may be stretched this much to the scene's exact size: it is not visible, and models round to multiples of 8 or 16. */
const MAX_STRETCH = 1.02;
/** Less than this share of the requested side is an icon or a preview. */
const MIN_SCALE = 0.2;

const outputLimits = { maxBytes: 64 * 1024 * 1024, minSide: 8, maxAspect: 40 };

// Measured: at 1600 × 1067 16 ms and 908 KB without filters, 44 ms and 652 KB with them; at 2048 × 1364 full of
// leaves 163 ms and 7.7 MB, 187 ms and 5.8 MB. The caller downloads it all, a third longer as base64, so
// the bytes matter more. Higher levels save a few per cent: level 3 at 2048 × 2048 6 %, for 248 instead of 174 ms.
export const outputPng = { compressionLevel: 2, adaptiveFiltering: true };

const faults: Record<RejectReason, OutputFault> = {
  type: 'type',
  'too-many-pixels': 'too-large',
  'too-costly': 'too-large',
  'too-slow': 'corrupt',
  'too-large': 'too-large',
  'too-small': 'too-small',
  'too-thin': 'aspect',
  corrupt: 'corrupt',
  empty: 'corrupt',
};

async function inspectOutput(image: Buffer): Promise<ImageFacts> {
  try {
    return await inspectImage(image, outputLimits);
  } catch (error) {
    if (!(error instanceof ImageRejected)) throw error;
    throw new OutputRejected(faults[error.reason], `The provider's image ${error.message}`, error);
  }
}

function checkSize(got: Size, expected: Size): void {
  const stretch = (got.width * expected.height) / (got.height * expected.width);
  const sizes = `${got.width} × ${got.height} for ${expected.width} × ${expected.height}`;
  if (Math.max(stretch, 1 / stretch) > MAX_STRETCH) {
    throw new OutputRejected('aspect', `The provider's image has another shape than the scene: ${sizes}.`);
  }
  if (got.width < expected.width * MIN_SCALE) {
    throw new OutputRejected('too-small', `The provider's image is too small: ${sizes}.`);
  }
}

async function orCorrupt<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new OutputRejected('corrupt', "The provider's image cannot be decoded.", error);
  }
}

const isExact = (got: Size, expected: Size) => got.width === expected.width && got.height === expected.height;

/** An opaque PNG of the exact size in 8-bit sRGB is not encoded again; null for anything else. */
function keptPng(image: Buffer, facts: ImageFacts, expected: Size): Buffer | null {
  const plain = facts.plainColor && facts.orientation === 1 && !facts.hasAlpha;
  return facts.mime === 'image/png' && plain && isExact(facts, expected)
    ? essentialParts(image, facts.mime)
    : null;
}

function encodePng({ data, width, height }: GridPixels): Promise<Buffer> {
  return sharp(data, { raw: { width, height, channels: 3 } })
    .png(outputPng)
    .toBuffer();
}

function checkContent(grid: Buffer, scene: Buffer, slack: 0 | 1): void {
  if (isBlank(grid)) throw new OutputRejected('blank', 'The provider delivered a blank image.');
  if (isSameImage(grid, scene, slack)) {
    throw new OutputRejected('unchanged', 'The provider delivered the scene without the product.');
  }
}

async function check(image: Buffer, scene: Buffer, expected: Size): Promise<Buffer> {
  const facts = await inspectOutput(image);
  checkSize(facts, expected);
  const { file, endAdded } = sanitise(image, facts.mime);
  if (endAdded) throw new OutputRejected('corrupt', "The provider's image is cut off.");
  const kept = keptPng(file, facts, expected);
  const [{ grid, png }, sceneGrid] = await Promise.all([
    orCorrupt(kept ? unchanged(kept) : encoded(file, expected)),
    gridOfImage(scene),
  ]);
  checkContent(grid, sceneGrid, isExact(facts, expected) ? 0 : 1);
  return png();
}

/** An image of a provider under check, with the function that encodes the result once it has passed. */
interface Candidate {
  grid: Buffer;
  png(): Buffer | Promise<Buffer>;
}

async function unchanged(kept: Buffer): Promise<Candidate> {
  return { grid: await gridOfImage(kept), png: () => kept };
}

async function encoded(image: Buffer, expected: Size): Promise<Candidate> {
  const pixels = await decodePixels(image, expected);
  return { grid: await reduceToGrid(pixels), png: () => encodePng(pixels) };
}

/**
 * Checks a provider's image and converts it to the result: a PNG of exactly the expected size, without
 * metadata. The image must decode to its end, have the scene's shape within 2 %, not be blank, and differ
 * from the scene.
 * @param options.scene the upright scene that the provider was given
 * @throws OutputRejected
 */
export async function checkOutput(
  image: Buffer,
  options: { scene: Buffer; expected: Size },
): Promise<Size & { png: Buffer }> {
  const png = await withDecodeSlot(() => check(image, options.scene, options.expected));
  return { png, ...options.expected };
}
