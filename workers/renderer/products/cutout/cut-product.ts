import type { Pose } from '../../people/body/pose.ts';
import { gradient } from '../../pixels/gradient.ts';
import type { Pixels } from '../../pixels/pixels.ts';
import { grown, type Rect } from '../../pixels/rect.ts';
import { RendererError } from '../../renderer-error.ts';
import { findBackground } from './background.ts';
import { differenceFrom } from './difference.ts';
import { findEnclosure } from './enclosure.ts';
import { clearBetweenLeaves, isFeathery } from './feathery.ts';
import { givenMatte, givenTouches, hasAlphaCutout, isInvisible } from './given-alpha.ts';
import { limitTo } from './limit-to-thing.ts';
import { getMatte, type Matte } from './matte.ts';
import { type Evidence, segment } from './segment.ts';
import { segmentThing } from './segment-thing.ts';
import { analysisImage, type DecodedPhoto, decodePhoto, toOpaque } from './source.ts';
import { tidy, tidyThing } from './tidy.ts';
import { trim } from './trim.ts';
import {
  type Edge,
  isClear,
  type MaskMeasures,
  type MaskRating,
  measureMask,
  rateMask,
  rateThing,
} from './trust.ts';

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
  kind: 'alpha' | 'plain' | 'textured' | 'whole' | 'worn';
  /** 0 to 1, for choosing among several photos of one product. */
  score: number;
  /** The image edges that cut the product off. */
  matteMargin: { touchesEdges: Edge[] };
  /** Joints of the person who wears it in its photo, in pixels of the cut-out. */
  joints?: Pose;
}

/** Finds the box of the product in its photo; `plain`: the photo shows it on a plain ground. */
export type FindThing = (photo: Pixels, plain: boolean) => Promise<Rect | undefined>;

export interface CutoutOptions {
  /** Without it products are found by their colors alone. */
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
  return hasAlphaCutout(pixels) ? cutByAlpha(pixels) : cutByColor(pixels, options);
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

async function cutByColor(pixels: DecodedPhoto, { signal, findThing }: CutoutOptions): Promise<Cutout> {
  const { rgb, lab } = await analysisImage(pixels);
  const edges = gradient(lab);
  if (edges.every((step) => step < contour))
    return finish(whole(pixels), { trust: 'low', kind: 'plain', score: 0, touchesEdges: [] });
  const background = findBackground(lab, edges);
  const difference = differenceFrom(lab, background, edges);
  const enclosure = findEnclosure(lab, edges, background, difference);
  const evidence: Evidence = { image: lab, edges, background, difference, enclosure };
  signal?.throwIfAborted();
  const plain = background.plain ? cutOnPlain(evidence) : undefined;
  signal?.throwIfAborted();
  const isPlain = plain !== undefined && isClear(plain.measures, plain.rating);
  const thing = await findThing?.(await toOpaque(pixels), isPlain);
  const busy = isPlain ? undefined : cutOffScene(evidence, thing && scaled(thing, lab.width / pixels.width));
  signal?.throwIfAborted();
  const { mask, measures, rating } = plain && busy?.rating.kind !== 'textured' ? plain : busy!;
  if (rating.kind === 'whole') {
    return finish(whole(pixels), { ...rating, touchesEdges: measures.touches });
  }
  const matte = getMatte(pixels, rgb, mask, lab.width, lab.height);
  if (background.plain && isFeathery(mask, edges)) clearBetweenLeaves(matte, pixels, background, edges);
  const limited = rating.kind === 'plain' && thing ? limitTo(thing, matte) : matte;
  return finish(limited, { ...rating, touchesEdges: measures.touches });
}

interface Cut {
  mask: Uint8Array;
  measures: MaskMeasures;
  rating: MaskRating;
}

function cutOnPlain(evidence: Evidence): Cut {
  const mask = tidy(evidence, segment(evidence));
  const measures = measureMask(evidence, mask);
  return { mask, measures, rating: rateMask(evidence, measures) };
}

/** How far from the photo's edges a product is that the detector does not know, as a share of the photo. */
const inset = 0.06;

/** Cuts the thing in the box of the detector out of its scene, else what is in the middle. */
function cutOffScene(evidence: Evidence, seen: Rect | undefined): Cut {
  const { image } = evidence;
  const box = seen ?? grown({ x: 0, y: 0, width: image.width, height: image.height }, -inset);
  const mask = tidyThing(evidence, segmentThing(image, box));
  const measures = measureMask(evidence, mask);
  return { mask, measures, rating: rateThing(evidence, measures, box, seen !== undefined) };
}

const scaled = ({ x, y, width, height }: Rect, by: number): Rect => ({
  x: x * by,
  y: y * by,
  width: width * by,
  height: height * by,
});

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
