import { countSet } from '../../../pixels/arrays.ts';
import { labelComponents } from '../../../pixels/components.ts';
import { dilate, erode } from '../../../pixels/distance.ts';
import { clamp } from '../segment.ts';

/** Parts of the garment smaller than this share of its largest are scraps; holes up to this share are covered cloth. */
const scrap = 0.06;
const hole = 0.05;
const onPerson = 0.5;
const surely = 0.85;
/** Half width of bites that are closed, analysis pixels. */
const bite = 7;
/** Half width, against the root of the area, of what is too thin to be cut well: strands, straps, torn rims. */
const thread = { share: 0.02, least: 1.5, most: 4 };

export interface Mended {
  mask: Uint8Array;
  /** 1 within the mask where skin covers the cloth. */
  hands: Uint8Array;
}

/** A garment's mask without scraps and frayed rims, whole where prints, gaps or the ground's colours bit into it. */
export function mendMask(
  mask: Uint8Array,
  person: Float32Array,
  skin: Uint8Array,
  width: number,
  height: number,
): Mended {
  const radius = clamp(Math.sqrt(countSet(mask)) * thread.share, thread.least, thread.most);
  const thick = dilate(erode(mask, width, height, radius), width, height, radius + 1);
  const even = mask.map((value, i) => (value && thick[i] ? 1 : 0));
  const main = largestParts(even, width, height);
  return closeHoles(closeBites(main, person, skin, width, height), person, skin, width, height);
}

/** Narrow bites that are surely the wearer and no skin: dots and stripes of the ground's colours. */
function closeBites(
  mask: Uint8Array,
  person: Float32Array,
  skin: Uint8Array,
  width: number,
  height: number,
): Uint8Array {
  const around = dilate(mask, width, height, bite);
  const closed = erode(around, width, height, bite);
  return mask.map((value, i) => (value || (closed[i] && person[i]! > surely && !skin[i]) ? 1 : 0));
}

function largestParts(mask: Uint8Array, width: number, height: number): Uint8Array {
  const parts = labelComponents(mask, width, height, false);
  const largest = Math.max(0, ...parts.size);
  return mask.map((value, i) => (value && parts.size[parts.label[i]!]! >= scrap * largest ? 1 : 0));
}

/** Prints, buttons, a hand before the belly: holes in which the wearer is seen, and not the ground beside an arm. */
function closeHoles(
  mask: Uint8Array,
  person: Float32Array,
  skin: Uint8Array,
  width: number,
  height: number,
): Mended {
  const gaps = labelComponents(
    mask.map((value) => 1 - value),
    width,
    height,
    false,
  );
  const area = countSet(mask);
  const inside = new Float64Array(gaps.count + 1);
  const bare = new Float64Array(gaps.count + 1);
  for (let i = 0; i < mask.length; i++) {
    if (person[i]! > onPerson) inside[gaps.label[i]!]!++;
    bare[gaps.label[i]!]! += skin[i]!;
  }
  const closed = gaps.size.map(
    (size, gap) => gap > 0 && !gaps.touchesBorder[gap] && size < hole * area && inside[gap]! > 0.7 * size,
  );
  const isHand = gaps.size.map((size, gap) => closed[gap] === true && bare[gap]! > 0.25 * size);
  return {
    mask: mask.map((value, i) => (value || closed[gaps.label[i]!] ? 1 : 0)),
    hands: mask.map((_, i) => (isHand[gaps.label[i]!] ? 1 : 0)),
  };
}
