import type { PersonModels } from '../../../people/body/models.ts';
import { mapPose } from '../../../people/body/pose.ts';
import type { Person } from '../../../people/body/read-person.ts';
import { gradient } from '../../../pixels/gradient.ts';
import { resampled } from '../../../pixels/plane.ts';
import type { Zone } from '../../../zones.ts';
import type { Cutout } from '../cut-product.ts';
import { getMatte, type Matte } from '../matte.ts';
import { analysisImage, decodePhoto, toOpaque } from '../source.ts';
import { trim } from '../trim.ts';
import { completeTrousers } from './complete-trousers.ts';
import { maybeSkin } from './lab-skin.ts';
import { mendMask } from './mend.ts';
import { getPlaces } from './places.ts';
import { separateGarment, type WornEvidence } from './separate-garment.ts';
import { needsSkin, showsWearer } from './shows-wearer.ts';
import { findPhotoWearer } from './wearer.ts';
import { wearerFrame } from './wearer-frame.ts';
import { isWearable, measureWorn, type WornMeasures } from './worn-trust.ts';

/** The zone that a product is worn in, by its words. */
export interface WornKind {
  zone: Zone;
  /** True if it covers both legs, as trousers do. */
  legged: boolean;
}

/** The result for a photo that shows a person; `cutout` is undefined when the garment could not be separated. */
export interface WornCut {
  cutout: Cutout | undefined;
  measures: WornMeasures | undefined;
}

export interface WornOptions {
  /** Longest side of the decoded image, in pixels. */
  maxSide?: number;
  signal?: AbortSignal;
}

const MAX_SIDE = 1200;

/**
 * Cuts a garment out of a photo of a person who wears it; the same bytes give the same cut-out. Returns undefined when
 * the photo shows no person. Throws RendererError when the image cannot be decoded.
 */
export async function cutWorn(
  image: Buffer,
  kind: WornKind,
  models: PersonModels,
  { maxSide, signal }: WornOptions = {},
): Promise<WornCut | undefined> {
  const photo = await toOpaque(await decodePhoto(image, maxSide ?? MAX_SIDE));
  signal?.throwIfAborted();
  const { rgb, lab } = await analysisImage(photo);
  if (needsSkin(kind.zone) && !hasSkin(lab.l, lab.a, lab.b)) return undefined;
  const wearer = await findPhotoWearer(models, photo, kind.zone);
  if (!wearer) return undefined;
  const toPhoto = photo.width / lab.width;
  const person = resampled(wearer.mask, lab).data;
  const frame = wearerFrame(wearer);
  const getPlace = getPlaces(kind.zone, kind.legged, frame, toRows(person, lab.width, toPhoto));
  const evidence: WornEvidence = { image: lab, person, placeOf: getPlace, toPhoto, zone: kind.zone };
  const separated = separateGarment(evidence);
  signal?.throwIfAborted();
  if (!separated) return undefined;
  const { mask, hands } = mendMask(separated.garment, { ...lab, person, skin: separated.skin });

  if (!showsWearer(evidence, separated, mask)) return undefined;
  const measures = measureWorn(evidence, separated, { mask, hands }, gradient(lab), frame);
  if (!isWearable(kind.zone, measures)) return { cutout: undefined, measures };
  const matte = getMatte(photo, rgb, mask, lab.width, lab.height);
  const trimmed = trim(matte) ?? matte;
  const whole = kind.legged ? await completeTrousers(trimmed) : trimmed;
  return { cutout: whole && asCutout(whole, wearer, measures), measures };
}

function asCutout(matte: Matte, { pose }: Person, { touches, score }: WornMeasures): Cutout {
  const { rgba, width, height, left, top } = matte;
  return {
    rgba,
    width,
    height,
    left,
    top,
    trust: 'high',
    kind: 'worn',
    score,
    matteMargin: { touchesEdges: touches },
    joints: mapPose(pose, ({ x, y }) => ({ x: x - left, y: y - top })),
  };
}

/** Minimum share of skin in a photo of a wearer; below it the models are not run. */
const minSkin = 0.0015;

function hasSkin(l: Float32Array, a: Float32Array, b: Float32Array): boolean {
  let count = 0;
  for (let i = 0; i < l.length; i++) if (maybeSkin(l[i]!, a[i]!, b[i]!)) count++;
  return count > minSkin * l.length;
}

function toRows(person: Float32Array, width: number, toPhoto: number) {
  const inside = (share: number): boolean => share > 0.5;
  const row = (i: number): number => Math.floor(i / width) * toPhoto;
  return { top: row(Math.max(0, person.findIndex(inside))), bottom: row(person.findLastIndex(inside)) };
}
