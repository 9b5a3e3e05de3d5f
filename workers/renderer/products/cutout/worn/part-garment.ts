import { integers, marked } from '../../../pixels/arrays.ts';
import { labelComponents } from '../../../pixels/components.ts';
import { distanceTo, erode } from '../../../pixels/distance.ts';
import { gridCut } from '../../../pixels/graph-cut.ts';
import type { LabImage } from '../../../pixels/lab.ts';
import { fitMixture, logLikelihood, type Mixture } from '../../../pixels/mixture.ts';
import { COST_UNIT, smoothness } from '../../../pixels/smoothness.ts';
import type { Zone } from '../../../zones.ts';
import { clamp } from '../segment.ts';
import { isSkinColour } from './lab-skin.ts';
import type { PlaceOf } from './places.ts';

/** What the garment is parted on, all at analysis size. */
export interface WornEvidence {
  image: LabImage;
  /** Share of the wearer per pixel. */
  person: Float32Array;
  placeOf: PlaceOf;
  /** Photo pixels per analysis pixel. */
  toPhoto: number;
  zone: Zone;
}

export interface Parted {
  /** 1 where the garment is. */
  garment: Uint8Array;
  /** 1 where the joints say that it surely is; hands and bare skin included. */
  core: Uint8Array;
  skin: Uint8Array;
  /** What the colour alone says, garment positive. */
  colour: Float32Array;
}

/**
 * Of a dress colours are learnt once more from what was found: in sun and shade its skirt has others than the seeds.
 * Of tops and trousers not: what hangs below them would be learnt as well.
 */
const rounds = (zone: Zone): number => (zone === 'full' ? 2 : 1);
const sure = 0.85;
/** The network is at times this sure of things beside the person. */
const certain = 0.97;
const nobody = 0.2;
/** So close to the outline the ground may be cloth that the network has left out; analysis pixels. */
const rim = 5;
/** So far from it nothing is worn. */
const far = 40;
const colourLimit = 9;
/** A colour less likely than this is new: then place and neighbours decide. */
const leastLikely = -14;
const bareLeast = -12;
/** How much the person's outline weighs against colours; between legs the network leaves cloth out. */
const outlineWeight = { legs: 4.5, other: 6 };

/**
 * Parts the garment from skin, hair, other clothes and the ground: a graph cut on colours learnt from where the
 * wearer's joints say that each is. Undefined when no colour of the garment can be learnt.
 */
export function partGarment(evidence: WornEvidence): Parted | undefined {
  const { image } = evidence;
  const { width, height } = image;
  const members = gather(evidence);
  const other = fitMixture(image, members.other, 6);
  const ground = fitMixture(image, members.ground, 8);
  const edges = smoothness(image);
  let learnt = members.seeds;
  let garment = learnt;
  let colour: Float32Array = new Float32Array(garment.length);
  for (let round = 0; round < rounds(evidence.zone); round++) {
    const model = fitMixture(image, learnt, 6);
    if (!model) return undefined;
    colour = colourRatio(evidence, { garment: model, other, ground });
    const labels = gridCut(width, height, terminals(evidence, members.bias, colour), edges);
    garment = withSeeds(labels, members.seeds, width, height);
    learnt = garment.map((value, i) => value & members.inner[i]!);
  }
  return { garment, core: members.core, skin: members.skin, colour };
}

interface Members {
  /** Well within the wearer's outline. */
  inner: Uint8Array;
  core: Uint8Array;
  /** Where skin is, if anywhere: hands, neck, shanks. */
  bare: Uint8Array;
  seeds: Uint8Array;
  other: Uint8Array;
  ground: Uint8Array;
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
    ground: bytes(),
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
      found.ground[i] = 1;
      found.bias[i] = -2;
      continue;
    }
    const at = { x: ((i % width) + 0.5) * toPhoto, y: (Math.floor(i / width) + 0.5) * toPhoto };
    const { seed, bias } = placeOf(at);
    const skin = isSkinColour(image.l[i]!, image.a[i]!, image.b[i]!);
    found.bias[i] = bias;
    found.skin[i] = skin && person[i]! > 0.5 ? 1 : 0;
    if (person[i]! < nobody) found.ground[i] = bias > 0.5 || beside[i]! < rim ? 0 : 1;
    else if (!inner[i]) continue;
    else if (seed === 'garment') found.seeds[i] = 1;
    else if (seed === 'bare' && skin) found.bare[i] = 1;
    if (inner[i] && (seed === 'other' || seed === 'bare')) found.other[i] = 1;
  }
  found.inner.set(inner);
  found.core.set(found.seeds);
  return withSkin(image, found);
}

/** Whatever has the very colour of hands and neck is bare, on the torso as well; unless that is most of the cloth. */
function withSkin(image: LabImage, found: Members): Members {
  const bare = fitMixture(image, found.bare, 3);
  const skin = found.skin.map((value, i) =>
    value && (!bare || logLikelihood(bare, image.l[i]!, image.a[i]!, image.b[i]!) > bareLeast) ? 1 : 0,
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
  ground: Mixture | undefined;
}

function colourRatio({ image, person }: WornEvidence, { garment, other, ground }: Models): Float32Array {
  return person.map((share, i) => {
    const [l, a, b] = [image.l[i]!, image.a[i]!, image.b[i]!];
    const likely = Math.max(leastLikely, logLikelihood(garment, l, a, b));
    const rest = Math.max(leastLikely, other ? logLikelihood(other, l, a, b) : leastLikely);
    const behind = share < certain && ground ? logLikelihood(ground, l, a, b) : Number.NEGATIVE_INFINITY;
    return clamp(likely - Math.max(rest, behind), -colourLimit, colourLimit);
  });
}

function terminals({ person, zone }: WornEvidence, bias: Float32Array, colour: Float32Array): Int32Array {
  const weight = outlineWeight[zone === 'legs' ? 'legs' : 'other'];
  return integers(person, (share, i) =>
    Math.round((colour[i]! + clamp((share - 0.5) * 2.2, -1, 0) * weight + bias[i]!) * COST_UNIT),
  );
}

/** The parts that hold a seed: cloth-coloured things elsewhere are other things. */
function withSeeds(labels: Uint8Array, seeds: Uint8Array, width: number, height: number): Uint8Array {
  const parts = labelComponents(labels, width, height, false);
  const held = new Float64Array(parts.count + 1);
  for (let i = 0; i < labels.length; i++) held[parts.label[i]!]! += seeds[i]!;
  return labels.map((label, i) => (label && held[parts.label[i]!]! > 0 ? 1 : 0));
}
