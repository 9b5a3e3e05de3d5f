import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { LRUCache } from 'lru-cache';
import { sharp } from '../../../../shared/images/sharp-setup.ts';
import { type InputSize, loadNetwork, loadOnce } from '../../../networks/network.ts';
import { floats } from '../../pixels/arrays.ts';
import { clamp } from '../../pixels/clamp.ts';
import type { Pixels } from '../../pixels/pixels.ts';
import { type Plane, resampled } from '../../pixels/plane.ts';
import { measureUndecided } from './segment.ts';

/** Mean and deviation of the colors that the network was trained with (ImageNet), per channel of 0 to 1. */
const mean = [0.485, 0.456, 0.406] as const;
const deviation = [0.229, 0.224, 0.225] as const;
/**
 * The network's input has about as many pixels as a square of this side, for small photos fewer; its sides are multiples of
 * `step`. A square of 256 takes 0.3 s of CPU time.
 */
const sides = { min: 64, max: 256, again: 384, ofPhoto: 0.65 };
const step = 16;
/** A photo with more undecided pixels, relative to what was found, is looked at closer. */
const mostUndecided = 0.45;

const path = fileURLToPath(new URL('./models/u2netp.json', import.meta.url));
const loadSubjectNetwork = loadOnce(() => loadNetwork({ path, side: sides.max }));
/** Shops sell the same products again and again: a result of 260 KB saves a second. */
const known = new LRUCache<string, Float32Array>({ max: 100 });

/**
 * Finds what a photo shows in front of its background: a plane of `width` × `height` shares 0–1 (U²-Net: Qin 2020).
 * The network is loaded once in this thread, on first use.
 */
export async function findSubject(photo: Pixels, width: number, height: number): Promise<Float32Array> {
  const own = Math.sqrt(photo.width * photo.height) * sides.ofPhoto;
  const first = await look(photo, clamp(own, sides.min, sides.max));
  const found =
    own > sides.max && measureUndecided(first.data) > mostUndecided ? await look(photo, sides.again) : first;
  return resampled(found, { width, height }).data;
}

/** Runs the network on the photo, whose proportions it keeps: stretched to a square, a flower in a pot loses the pot. */
async function look(photo: Pixels, side: number): Promise<Plane> {
  const scale = side / Math.sqrt(photo.width * photo.height);
  const toStep = (pixels: number): number => Math.max(2, Math.round((pixels * scale) / step)) * step;
  const size = { width: toStep(photo.width), height: toStep(photo.height) };
  const bytes = await resized(photo, size);
  const key = createHash('sha1').update(`${size.width} `).update(bytes).digest('base64');
  const data = known.get(key) ?? (await runNetwork(bytes, size));
  known.set(key, data);
  return { data, ...size };
}

async function runNetwork(bytes: Buffer, size: InputSize): Promise<Float32Array> {
  const network = await loadSubjectNetwork();
  return network.run(
    floats(bytes.length, (i) => (bytes[i]! / 255 - mean[i % 3]!) / deviation[i % 3]!),
    size,
  );
}

const resized = ({ data, width, height }: Pixels, to: InputSize): Promise<Buffer> =>
  sharp(data, { raw: { width, height, channels: 3 } })
    .resize(to.width, to.height, { fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer();
