import { integers, marked } from '../../pixels/arrays.ts';
import { clamp } from '../../pixels/clamp.ts';
import { dilate, distanceTo } from '../../pixels/distance.ts';
import { gridCut } from '../../pixels/graph-cut.ts';
import { guided } from '../../pixels/guided-filter.ts';
import type { LabImage } from '../../pixels/lab.ts';
import { toLab } from '../../pixels/lab.ts';
import { fitMixture, type Mixture } from '../../pixels/mixture.ts';
import type { Pixels } from '../../pixels/pixels.ts';
import { type Plane, resampled } from '../../pixels/plane.ts';
import { COST_UNIT, smoothness } from '../../pixels/smoothness.ts';
import type { Frame } from '../body/body.ts';
import {
  type ClothesPart,
  type ClothPrior,
  clothPriorAt,
  isChest,
  legDistanceBelowHips,
} from '../body/body-places.ts';
import { edgeRadius, shrunk } from '../body/mask.ts';
import type { Person } from '../body/read-person.ts';
import { shadedLikelihood } from '../body/shade-likelihood.ts';
import { clearClothFromSkin } from '../body/skin-or-cloth.ts';
import { skinTest } from '../body/skin-test.ts';
import { completeCloth } from './complete-cloth.ts';

/** The clothes the person wears in the area of the new garment. */
export interface OldClothes {
  /** 0–1 at mask size. */
  plane: Plane;
  /** Bare skin of the person, 0 or 1 at mask size. */
  skin: Plane;
}

const cutSide = 300;
/** Weight of the prior against color, in the mixtures' log units. */
const priorWeight = 2.2;
/** Number of color clusters: striped cloth has many. */
const clothColors = 7;
/** Typical log likelihood of the rest, used where no other colors were found. */
const noEvidence = -12;
/** Penalty for cloth where the outline is 0. */
const outlinePenalty = 1.5;
/** Minimum outline value of a pixel of the person. */
const onPerson = 0.35;

/** Evidence per pixel for the segmentation. */
interface Evidence {
  lab: LabImage;
  person: Float32Array;
  skin: Uint8Array;
  bias: Float32Array;
  /** Pixels that train the colors of the cloth, and of everything else on the person. */
  cloth: Uint8Array;
  other: Uint8Array;
  /** Pixels of head and hands, by the joints. */
  bare: Uint8Array;
}

/**
 * Separates the clothes on torso and arms (`both`: and legs; `legs`: on those alone) from skin, hair, straps and
 * background: a graph cut on colors sampled where the joints predict cloth, face and hands.
 */
export async function findOldClothes(person: Person, frame: Frame, part: ClothesPart): Promise<OldClothes> {
  const scale = Math.min(1, cutSide / Math.max(person.small.width, person.small.height));
  const small = await shrunk(person.small, scale);
  const { width, height } = small;
  const evidence = gather(small, scale, person, frame, part);
  const labels = gridCut(width, height, terminals(evidence), smoothness(evidence.lab));
  const cut = labels.slice();
  completeCloth(labels, { ...evidence, width, height, frame, toScene: 1 / (scale * person.scale), part });
  const at = { width: person.mask.width, height: person.mask.height };
  const rough = resampled({ data: new Float32Array(labels), width, height }, at);
  if (part !== 'legs') {
    for (let i = 0; i < rough.data.length; i++)
      rough.data[i] = Math.min(rough.data[i]!, person.mask.data[i]!);
  }
  const plane = alignToEdges(person, rough, part === 'legs' ? legEdgeRadius : edgeRadius);
  const printed = labels.map((label, i) => label & (1 - cut[i]!));
  const filled = dilate(printed, width, height, 1.5);
  const print = resampled({ data: new Float32Array(filled), width, height }, at);
  // Colors at the edge of a print say that it is no cloth.
  plane.data.forEach((share, i) => {
    plane.data[i] = Math.max(share, Math.min(print.data[i]!, rough.data[i]!));
  });
  // Low values far from any cloth would become cloth at full size.
  if (part === 'legs')
    for (let i = 0; i < plane.data.length; i++) if (plane.data[i]! < 0.1) plane.data[i] = 0;
  const skin = resampled({ data: new Float32Array(evidence.skin), width, height }, at);
  return { plane, skin };
}

/** Edge radius for legs: rips and gaps between legs are narrow. */
const legEdgeRadius = 3;

/** Aligns a rough plane of cloth at mask size with the image's edges; rescales the filter's result, which has soft tails. */
function alignToEdges({ small }: Person, rough: Plane, radius: number): Plane {
  const plane = guided(small, rough, radius, 4e-4);
  for (let i = 0; i < plane.data.length; i++) plane.data[i] = clamp((plane.data[i]! - 0.15) / 0.7, 0, 1);
  return plane;
}

function gather(small: Pixels, scale: number, person: Person, frame: Frame, part: ClothesPart): Evidence {
  const { width, height, data } = small;
  const n = width * height;
  const toScene = 1 / (scale * person.scale);
  const isSkin = skinTest(small, frame, toScene);
  const evidence: Evidence = {
    lab: toLab(data, width, height, 3),
    person: resampled(person.mask, small).data,
    skin: new Uint8Array(n),
    bias: new Float32Array(n),
    cloth: new Uint8Array(n),
    other: new Uint8Array(n),
    bare: new Uint8Array(n),
  };
  const outline = marked(evidence.person, (share) => share >= onPerson);
  const far = distanceTo(outline, width, height);
  const places: (ClothPrior | undefined)[] = [];
  for (let i = 0; i < n; i++) {
    if (evidence.person[i]! < onPerson && part !== 'legs') continue;
    const at = { x: ((i % width) + 0.5) * toScene, y: (Math.floor(i / width) + 0.5) * toScene };
    if (evidence.person[i]! < onPerson) {
      besideMask(evidence, i, legDistanceBelowHips(at, frame), far[i]! * toScene < frame.unit * 0.06);
      continue;
    }
    const place = clothPriorAt(at, frame, part);
    places[i] = place;
    // Where the outline is uncertain, objects behind and beside the person begin.
    evidence.bias[i] = place.bias - (part === 'legs' ? 0 : outlinePenalty * (1 - evidence.person[i]!));
    evidence.bare[i] = place.kind === 'other' ? 1 : 0;
    evidence.skin[i] = isSkin(data[i * 3]!, data[i * 3 + 1]!, data[i * 3 + 2]!) ? 1 : 0;
    if (part === 'legs' && isChest(at, frame)) evidence.other[i] = 1;
  }
  const chest = marked(evidence.person, (_, i) => places[i]?.kind === 'cloth');
  clearClothFromSkin(evidence.lab, { skin: evidence.skin, cloth: chest, bare: evidence.bare });
  for (let i = 0; i < n; i++) addSample(evidence, i, places[i], part);
  return evidence;
}

/** Adds a pixel to the training sets: legs are often bare, torsos hardly ever. */
function addSample(
  { cloth, other, skin }: Evidence,
  i: number,
  place: ClothPrior | undefined,
  part: ClothesPart,
): void {
  if (!place) return;
  const bare = skin[i] === 1;
  if (place.kind === 'cloth' && !(bare && part === 'legs')) cloth[i] = 1;
  else if (place.kind === 'other' || (bare && place.kind !== 'inner')) other[i] = 1;
}

/**
 * The outline misses strips of legs in front of ground of similar lightness: close to the bones only colors
 * decide, against those of the ground. `distance`: shoulder widths from the bones; `close`: a strip beside the
 * outline, not an object of the cloth's color behind.
 */
function besideMask({ person, bias, other }: Evidence, i: number, distance: number, close: boolean): void {
  if (close && distance < 0.32) {
    person[i] = onPerson;
    bias[i] = -2;
  } else if (distance < 0.8 && person[i]! < 0.05) other[i] = 1;
}

function terminals(evidence: Evidence): Int32Array {
  const { lab, person, bias } = evidence;
  const { cloth, skin, rest } = getColors(evidence);
  return integers(person, (inside, i) => {
    if (inside < onPerson) return -30 * COST_UNIT;
    const [l, a, b] = [lab.l[i]!, lab.a[i]!, lab.b[i]!];
    const against = Math.max(...[skin, rest].map((c) => (c ? shadedLikelihood(c, l, a, b) : noEvidence)));
    const color = cloth ? clamp(shadedLikelihood(cloth, l, a, b) - against, -9, 9) : 0;
    return Math.round((color + priorWeight * bias[i]!) * COST_UNIT);
  });
}

interface Colors {
  cloth: Mixture | undefined;
  skin: Mixture | undefined;
  /** Hair, bags, trousers, and the ground beside legs. */
  rest: Mixture | undefined;
}

function getColors({ lab, cloth, other, skin }: Evidence): Colors {
  const own = fitMixture(lab, cloth, clothColors);
  const bare = other.map((marked, i) => marked & skin[i]!);
  const others = other.map((marked, i) => marked & (1 - skin[i]!));
  const rest = fitMixture(lab, others, 4);
  const known = fitMixture(lab, bare, 3);
  return { skin: known, cloth: own, rest };
}
