import { integers, marked } from '../../../pixels/arrays.ts';
import { clamp } from '../../../pixels/clamp.ts';
import { labelComponents } from '../../../pixels/components.ts';
import { distanceTo, erode } from '../../../pixels/distance.ts';
import { gridCut } from '../../../pixels/graph-cut.ts';
import type { LabImage } from '../../../pixels/lab.ts';
import { fitMixture, logLikelihood, type Mixture } from '../../../pixels/mixture.ts';
import { COST_UNIT, smoothness } from '../../../pixels/smoothness.ts';
import type { Zone } from '../../../zones.ts';
import { isSkinColor } from './lab-skin.ts';
import type { PlaceOf } from './places.ts';

/** Inputs of the separation, at analysis size. */
export interface WornEvidence {
  image: LabImage;
  /** Opacity of the wearer per pixel. */
  person: Float32Array;
  placeOf: PlaceOf;
  /** Photo pixels per analysis pixel. */
  toPhoto: number;
  zone: Zone;
}

export interface SeparatedGarment {
  /** 1 where the garment is. */
  garment: Uint8Array;
  /** 1 where the joints say that the garment certainly is, hands and bare skin included. */
  core: Uint8Array;
  skin: Uint8Array;
  /** Likelihood ratio of the color alone, positive for the garment. */
  color: Float32Array;
}

/**
 * A dress's colors are learnt a second time from the first result: in sun and shade its skirt has other colors than
 * the seeds. Not for tops and trousers: clothes below them would be learnt as well.
 */
const rounds = (zone: Zone): number => (zone === 'full' ? 2 : 1);
const sure = 0.85;
/** Up to this the network's outline can be wrong about objects beside the person. */
const certain = 0.97;
const notPerson = 0.2;
/** Within this distance of the outline, background may be cloth that the network missed; analysis pixels. */
const rim = 5;
/** Beyond this distance of the outline no pixel is garment. */
const far = 40;
const colorLimit = 9;
/** Below this log likelihood a color is unknown: place and neighbours decide. */
const minLikelihood = -14;
const minBareLikelihood = -12;
/** Weight of the person's outline against colors; lower for legs, between which the network misses cloth. */
const outlineWeight = { legs: 4.5, other: 6 };

/**
 * Separates the garment from skin, hair, other clothes and background: a graph cut on colors learnt at the places
 * where the wearer's joints say that each is. Returns undefined when no color of the garment can be learnt.
 */
export function separateGarment(evidence: WornEvidence): SeparatedGarment | undefined {
  const { image } = evidence;
  const { width, height } = image;
  const members = gather(evidence);
  const other = fitMixture(image, members.other, 6);
  const background = fitMixture(image, members.background, 8);
  const edges = smoothness(image);
  let learnt = members.seeds;
  let garment = learnt;
  let color: Float32Array = new Float32Array(garment.length);
  for (let round = 0; round < rounds(evidence.zone); round++) {
    const model = fitMixture(image, learnt, 6);
    if (!model) return undefined;
    color = colorRatio(evidence, { garment: model, other, background });
    const labels = gridCut(width, height, terminals(evidence, members.bias, color), edges);
    garment = withSeeds(labels, members.seeds, width, height);
    learnt = garment.map((value, i) => value & members.inner[i]!);
  }
  return { garment, core: members.core, skin: members.skin, color };
}

interface Members {
  /** Well inside the wearer's outline. */
  inner: Uint8Array;
  core: Uint8Array;
  /** Skin-colored pixels at hands, neck and shanks. */
  bare: Uint8Array;
  seeds: Uint8Array;
  other: Uint8Array;
  background: Uint8Array;
  skin: Uint8Array;
  bias: Float32Array;
}

function gather({ image, person, placeOf, toPhoto }: WornEvidence): Members {
  const { width, height } = image;
  const n = width * height;
  const bytes = () => new Uint8Array(n);
  const found: Members = {
    inner: bytes(),
    core: bytes(),
    bare: bytes(),
    seeds: bytes(),
    other: bytes(),
    background: bytes(),
    skin: bytes(),
    bias: new Float32Array(n),
  };
  const inner = erode(
    marked(person, (share) => share > sure),
    width,
    height,
    2,
  );
  const outline = marked(person, (share) => share >= 0.5);
  const beside = distanceTo(outline, width, height);
  for (let i = 0; i < n; i++) {
    if (beside[i]! > far) {
      found.background[i] = 1;
      found.bias[i] = -2;
      continue;
    }
    const at = { x: ((i % width) + 0.5) * toPhoto, y: (Math.floor(i / width) + 0.5) * toPhoto };
    const { seed, bias } = placeOf(at);
    const skin = isSkinColor(image.l[i]!, image.a[i]!, image.b[i]!);
    found.bias[i] = bias;
    found.skin[i] = skin && person[i]! > 0.5 ? 1 : 0;
    if (person[i]! < notPerson) found.background[i] = bias > 0.5 || beside[i]! < rim ? 0 : 1;
    else if (!inner[i]) continue;
    else if (seed === 'garment') found.seeds[i] = 1;
    else if (seed === 'bare' && skin) found.bare[i] = 1;
    if (inner[i] && (seed === 'other' || seed === 'bare')) found.other[i] = 1;
  }
  found.inner.set(inner);
  found.core.set(found.seeds);
  return withSkin(image, found);
}

/** Pixels with the color of hands and neck are bare skin, on the torso as well, unless most of the cloth has that color. */
function withSkin(image: LabImage, found: Members): Members {
  const bare = fitMixture(image, found.bare, 3);
  const skin = found.skin.map((value, i) =>
    value && (!bare || logLikelihood(bare, image.l[i]!, image.a[i]!, image.b[i]!) > minBareLikelihood)
      ? 1
      : 0,
  );
  const likeSkin = share(found.seeds, skin) > 0.5;
  const seeds = found.seeds.map((value, i) => (value && (likeSkin || !skin[i]) ? 1 : 0));
  const other = found.other.map((value, i) => (value || (skin[i] && !likeSkin) ? 1 : 0));
  return { ...found, skin, seeds, other };
}

function share(of: Uint8Array, within: Uint8Array): number {
  let [all, both] = [0, 0];
  for (let i = 0; i < of.length; i++) {
    all += of[i]!;
    if (of[i]) both += within[i]!;
  }
  return both / Math.max(1, all);
}

interface Models {
  garment: Mixture;
  other: Mixture | undefined;
  background: Mixture | undefined;
}

function colorRatio({ image, person }: WornEvidence, { garment, other, background }: Models): Float32Array {
  return person.map((share, i) => {
    const [l, a, b] = [image.l[i]!, image.a[i]!, image.b[i]!];
    const likely = Math.max(minLikelihood, logLikelihood(garment, l, a, b));
    const rest = Math.max(minLikelihood, other ? logLikelihood(other, l, a, b) : minLikelihood);
    const behind =
      share < certain && background ? logLikelihood(background, l, a, b) : Number.NEGATIVE_INFINITY;
    return clamp(likely - Math.max(rest, behind), -colorLimit, colorLimit);
  });
}

function terminals({ person, zone }: WornEvidence, bias: Float32Array, color: Float32Array): Int32Array {
  const weight = outlineWeight[zone === 'legs' ? 'legs' : 'other'];
  return integers(person, (share, i) =>
    Math.round((color[i]! + clamp((share - 0.5) * 2.2, -1, 0) * weight + bias[i]!) * COST_UNIT),
  );
}

/** The components that contain a seed: others of the cloth's color are other objects. */
function withSeeds(labels: Uint8Array, seeds: Uint8Array, width: number, height: number): Uint8Array {
  const parts = labelComponents(labels, width, height, false);
  const seedCount = new Float64Array(parts.count + 1);
  for (let i = 0; i < labels.length; i++) seedCount[parts.label[i]!]! += seeds[i]!;
  return labels.map((label, i) => (label && seedCount[parts.label[i]!]! > 0 ? 1 : 0));
}
