import { sharp } from '../../../../../shared/images/sharp-setup.ts';
import type { PersonModels } from '../../../people/body/models.ts';
import type { Pose } from '../../../people/body/pose.ts';
import type { Person } from '../../../people/body/read-person.ts';
import { floats } from '../../../pixels/arrays.ts';
import { gradient } from '../../../pixels/gradient.ts';
import type { Pixels as Rgb } from '../../../pixels/pixels.ts';
import { type Plane, sample } from '../../../pixels/plane.ts';
import type { Zone } from '../../../zones.ts';
import type { Cutout } from '../cut-product.ts';
import { type Matte, matteOf } from '../matte.ts';
import { analysisImage, decodeForLook, type Pixels } from '../source.ts';
import { trim } from '../trim.ts';
import { completeTrousers } from './complete-trousers.ts';
import { coverHands } from './cover-hands.ts';
import { isFlesh } from './lab-skin.ts';
import { mendMask } from './mend.ts';
import { partGarment, type WornEvidence } from './part-garment.ts';
import { placesOf } from './places.ts';
import { needsSkin, showsWearer } from './shows-wearer.ts';
import { findPhotoWearer } from './wearer.ts';
import { wearerFrame } from './wearer-frame.ts';
import { judgeWorn, measureWorn, type WornMeasures } from './worn-trust.ts';

/** What the words of a product say about where it is worn. */
export interface WornKind {
  zone: Zone;
  /** Down both legs. */
  legged: boolean;
}

/** A photo that shows somebody, and the garment out of it, if it could be told from the rest. */
export interface WornCut {
  cutout: Cutout | undefined;
  measures: WornMeasures | undefined;
}

export interface WornOptions {
  /** Longest side of the picture worked on, in pixels. */
  maxSide?: number;
  signal?: AbortSignal;
}

const MAX_SIDE = 1200;

/**
 * Takes a garment out of a photo in which somebody wears it; undefined when the photo shows nobody. Same bytes in,
 * same bytes out. Throws RendererError when the picture can't be decoded.
 */
export async function cutWorn(
  image: Buffer,
  kind: WornKind,
  models: PersonModels,
  { maxSide, signal }: WornOptions = {},
): Promise<WornCut | undefined> {
  const photo = await opaque(await decodeForLook(image, maxSide ?? MAX_SIDE));
  signal?.throwIfAborted();
  const { rgb, lab } = await analysisImage(photo);
  if (needsSkin(kind.zone) && !hasSkin(lab.l, lab.a, lab.b)) return undefined;
  const wearer = await findPhotoWearer(models, photo, kind.zone);
  if (!wearer) return undefined;
  const toPhoto = photo.width / lab.width;
  const person = planeAt(wearer.mask, lab.width, lab.height);
  const frame = wearerFrame(wearer);
  const placeOf = placesOf(kind.zone, kind.legged, frame, rowsOf(person, lab.width, toPhoto));
  const evidence: WornEvidence = { image: lab, person, placeOf, toPhoto, zone: kind.zone };
  const parted = partGarment(evidence);
  signal?.throwIfAborted();
  if (!parted) return undefined;
  const { mask, hands } = mendMask(parted.garment, person, parted.skin, lab.width, lab.height);

  if (!showsWearer(evidence, parted, mask)) return undefined;
  const measures = measureWorn(evidence, parted, { mask, hands }, gradient(lab), frame);
  if (!judgeWorn(kind.zone, measures)) return { cutout: undefined, measures };
  const matte = matteOf(photo, rgb, mask, lab.width, lab.height);
  coverHands(matte, hands, lab.width, toPhoto);
  const whole = completed(trim(matte) ?? matte, kind);
  return { cutout: whole && asCutout(whole, wearer, measures), measures };
}

const completed = (matte: Matte, { legged }: WornKind): Matte | undefined =>
  legged ? completeTrousers(matte)?.matte : matte;

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
    hard: true,
    joints: movedBy(pose, -left, -top),
  };
}

function movedBy(pose: Pose, dx: number, dy: number): Pose {
  const moved = Object.entries(pose).map(([name, { x, y, score }]) => [
    name,
    { x: x + dx, y: y + dy, score },
  ]);
  return Object.fromEntries(moved) as Pose;
}

/** Less skin than this is in no photo with a wearer: the models need not be asked. */
const skinLeast = 0.0015;

function hasSkin(l: Float32Array, a: Float32Array, b: Float32Array): boolean {
  let count = 0;
  for (let i = 0; i < l.length; i++) if (isFlesh(l[i]!, a[i]!, b[i]!)) count++;
  return count > skinLeast * l.length;
}

function planeAt(plane: Plane, width: number, height: number): Float32Array {
  const [fx, fy] = [plane.width / width, plane.height / height];
  return floats(width * height, (i) =>
    sample(plane, ((i % width) + 0.5) * fx - 0.5, (Math.floor(i / width) + 0.5) * fy - 0.5),
  );
}

function rowsOf(person: Float32Array, width: number, toPhoto: number) {
  const inside = (share: number): boolean => share > 0.5;
  const row = (i: number): number => Math.floor(i / width) * toPhoto;
  return { top: row(Math.max(0, person.findIndex(inside))), bottom: row(person.findLastIndex(inside)) };
}

/** Networks know no transparency. */
async function opaque(pixels: Pixels): Promise<Pixels & Rgb> {
  const { data, width, height, channels } = pixels;
  if (channels === 3) return pixels;
  const flat = await sharp(data, { raw: { width, height, channels } })
    .flatten({ background: '#ffffff' })
    .removeAlpha()
    .raw()
    .toBuffer();
  return { data: flat, width, height, channels: 3 };
}
