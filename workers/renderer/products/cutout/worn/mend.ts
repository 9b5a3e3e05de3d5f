import { countSet } from '../../../pixels/arrays.ts';
import { clamp } from '../../../pixels/clamp.ts';
import { labelComponents } from '../../../pixels/components.ts';
import { dilate, erode } from '../../../pixels/distance.ts';

/** Parts of the garment below this share of its largest are removed; holes up to this share are occluded cloth. */
const scrap = 0.06;
const hole = 0.05;
const onPerson = 0.5;
const certainlyPerson = 0.85;
/** Half width of notches that are closed, analysis pixels. */
const notch = 7;
/** Half width, relative to the root of the area, of parts too thin to be cut well: strands, straps, frayed rims. */
const thin = { share: 0.02, min: 1.5, max: 4 };

/** The wearer and bare skin beside a garment's mask; planes of its size. */
interface Around {
  person: Float32Array;
  skin: Uint8Array;
  width: number;
  height: number;
}

export interface Mended {
  mask: Uint8Array;
  /** 1 within the mask where skin covers the cloth. */
  hands: Uint8Array;
}

/** Removes scraps and frayed rims from a garment's mask, and closes holes and notches left by prints, gaps and background colors. */
export function mendMask(mask: Uint8Array, around: Around): Mended {
  const { width, height } = around;
  const radius = clamp(Math.sqrt(countSet(mask)) * thin.share, thin.min, thin.max);
  const thick = dilate(erode(mask, width, height, radius), width, height, radius + 1);
  const even = mask.map((value, i) => (value && thick[i] ? 1 : 0));
  return closeHoles(closeNotches(largestParts(even, width, height), around), around);
}

/** Closes narrow notches that are certainly on the wearer and not skin: dots and stripes in the background's colors. */
function closeNotches(mask: Uint8Array, { person, skin, width, height }: Around): Uint8Array {
  const closed = erode(dilate(mask, width, height, notch), width, height, notch);
  return mask.map((value, i) => (value || (closed[i] && person[i]! > certainlyPerson && !skin[i]) ? 1 : 0));
}

function largestParts(mask: Uint8Array, width: number, height: number): Uint8Array {
  const parts = labelComponents(mask, width, height, false);
  const largest = Math.max(0, ...parts.size);
  return mask.map((value, i) => (value && parts.size[parts.label[i]!]! >= scrap * largest ? 1 : 0));
}

/** Closes holes on the wearer (prints, buttons, a hand in front of the belly), but not background beside an arm. */
function closeHoles(mask: Uint8Array, { person, skin, width, height }: Around): Mended {
  const open = mask.map((value) => 1 - value);
  const gaps = labelComponents(open, width, height, false);
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
