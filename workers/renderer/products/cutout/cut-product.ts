import type { Pose } from '../../people/body/pose.ts';
import { gradient } from '../../pixels/gradient.ts';
import type { Pixels } from '../../pixels/pixels.ts';
import type { Rect } from '../../pixels/rect.ts';
import { RendererError } from '../../renderer-error.ts';
import { findSubject } from './find-subject.ts';
import { givenMatte, givenTouches, hasAlphaCutout, isInvisible } from './given-alpha.ts';
import { getMatte, type Matte } from './matte.ts';
import { findByColor, measureUndecided, segment } from './segment.ts';
import { analysisImage, type DecodedPhoto, decodePhoto, toOpaque } from './source.ts';
import { tidy } from './tidy.ts';
import { trim } from './trim.ts';
import { type Edge, measureMask, nothingFrom, rateMask } from './trust.ts';

/** A product without its background. */
export interface Cutout {
  /** Straight (not premultiplied) RGBA, trimmed to the product. */
  rgba: Buffer;
  width: number;
  height: number;
  /** Position of the cut-out in the decoded image, in its pixels (at most `maxSide` a side). */
  left: number;
  top: number;
  trust: 'high' | 'low';
  /** How it was cut; `whole`: not at all, because no mask was reliable; `worn`: cut off a person. */
  kind: 'alpha' | 'cut' | 'whole' | 'worn';
  /** 0 to 1, for choosing among several photos of one product. */
  score: number;
  /** The image edges that cut the product off. */
  matteMargin: { touchesEdges: Edge[] };
  /** Joints of the person who wears it in its photo, in pixels of the cut-out. */
  joints?: Pose;
}

/** Finds the box of the product in its photo. */
export type FindThing = (photo: Pixels) => Promise<Rect | undefined>;

export interface CutoutOptions {
  /** Without it, what the photo shows beside a piece of furniture is cut out with it. */
  findThing?: FindThing;
  /** Longest side of the decoded image, in pixels. */
  maxSide?: number;
  signal?: AbortSignal;
}

/** Longest side of decoded photos, unless a caller wants another. */
const maxSide = 1200;

/**
 * Cuts the product out of one photo; the same bytes give the same cut-out. Throws RendererError when the image
 * cannot be decoded or is fully transparent.
 */
export async function cutOut(image: Buffer, options: CutoutOptions = {}): Promise<Cutout> {
  const pixels = await decodePhoto(image, options.maxSide ?? maxSide);
  options.signal?.throwIfAborted();
  if (isInvisible(pixels)) {
    throw new RendererError('A product image is fully transparent: it shows no product.');
  }
  return hasAlphaCutout(pixels) ? cutByAlpha(pixels) : cutByNetwork(pixels, options);
}

/** The whole photo. Throws RendererError when it cannot be decoded. */
export async function wholePhoto(image: Buffer, options: CutoutOptions = {}): Promise<Cutout> {
  const pixels = await decodePhoto(image, options.maxSide ?? maxSide);
  return finish(whole(pixels), { trust: 'low', kind: 'whole', score: 0, touchesEdges: [] });
}

function cutByAlpha(pixels: DecodedPhoto): Cutout {
  const touchesEdges = givenTouches(pixels);
  const score = 1 - 0.12 * touchesEdges.length;
  return finish(givenMatte(pixels), { trust: 'high', kind: 'alpha', score, touchesEdges });
}

/** Below this step of color, Lab per analysis pixel, nothing ends: a photo without any is filled by its product, such as a swatch. */
const contour = 1.5;

async function cutByNetwork(pixels: DecodedPhoto, { signal, findThing }: CutoutOptions): Promise<Cutout> {
  const { rgb, lab } = await analysisImage(pixels);
  const edges = gradient(lab);
  if (edges.every((step) => step < contour))
    return finish(whole(pixels), { trust: 'low', kind: 'cut', score: 0, touchesEdges: [] });
  const photo = await toOpaque(pixels);
  const found = await findSubject(photo, lab.width, lab.height);
  const subject = measureUndecided(found) > nothingFrom ? (findByColor(lab) ?? found) : found;
  signal?.throwIfAborted();
  const thing = await findThing?.(photo);
  if (thing) limitTo(thing, pixels.width / lab.width, subject, lab.width);
  const { separation, ...cut } = segment(lab, subject, edges);
  signal?.throwIfAborted();
  const mask = tidy(lab, cut.mask);
  const undecided = measureUndecided(subject);
  const measures = { ...measureMask(mask, edges, lab.width, lab.height), separation, undecided };
  const rating = rateMask(measures);
  const matte = rating.kind === 'whole' ? whole(pixels) : getMatte(pixels, rgb, mask, lab.width, lab.height);
  return finish(matte, { ...rating, touchesEdges: measures.touches });
}

/** The detector's boxes are exact to about this share of their size. */
const inexact = 0.04;

/**
 * Excludes what the photo shows beside and above a piece of furniture, such as a plant or a balloon: its size is that of the
 * furniture alone. Below its box nothing is excluded: legs are thin.
 */
function limitTo({ x, y, width, height }: Rect, scale: number, subject: Float32Array, columns: number): void {
  for (let i = 0; i < subject.length; i++) {
    const atX = (i % columns) * scale;
    const atY = Math.floor(i / columns) * scale;
    const beside = atX < x - inexact * width || atX > x + (1 + inexact) * width;
    if (beside || atY < y - inexact * height) subject[i] = 0;
  }
}

function whole({ data, width, height, channels }: DecodedPhoto): Matte {
  const rgba = Buffer.alloc(width * height * 4, 255);
  for (let i = 0; i < width * height; i++) data.copy(rgba, i * 4, i * channels, i * channels + 3);
  return { rgba, left: 0, top: 0, width, height };
}

type Findings = Pick<Cutout, 'trust' | 'kind' | 'score'> & { touchesEdges: Edge[] };

function finish(matte: Matte, { touchesEdges, ...findings }: Findings): Cutout {
  const { rgba, left, top, width, height } = trim(matte) ?? matte;
  return { rgba, width, height, left, top, ...findings, matteMargin: { touchesEdges } };
}
