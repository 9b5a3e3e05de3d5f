import { countSet } from '../../../pixels/arrays.ts';
import type { LabImage } from '../../../pixels/lab.ts';
import { fitMixture } from '../../../pixels/mixture.ts';
import type { Zone } from '../../../zones.ts';
import { maybeSkin } from './lab-skin.ts';
import type { SeparatedGarment, WornEvidence } from './separate-garment.ts';

/** Minimum area of the rest of the wearer, relative to the garment; below it the photo shows the garment alone. */
const minRest = 0.04;
/**
 * Minimum skin relative to garment and rest. Over 17 photos of wearers: .05 to .76 and .14 to .96; over 74 of garments
 * alone, 32 of them in colors of skin: at most .067 and .043.
 */
const minSkin = { ofGarment: 0.02, ofRest: 0.08 };
/** Skin-colored cloth is not skin: hue within 14 degrees (cosine), saturation within a factor of 1.65 (logarithm). */
const sameHue = 0.97;
const sameSaturation = 0.5;
/** Greys this close in a*, b* are the same: their hue is noise. */
const sameGrey = 3;
/** Minimum share of the core for a cloth color; a rarer one is a neck or belly inside the core. */
const mainColor = 0.12;

/** Zones whose wearers show skin beside the garment; with trousers only feet may be visible, with a hat only hair. */
export const needsSkin = (zone: Zone): boolean => zone === 'torso' || zone === 'full';

/** True if a person wears the garment: skin beside it, or for trousers and hats any other part of the person. */
export function showsWearer(
  { image, person, zone }: WornEvidence,
  { core }: SeparatedGarment,
  mask: Uint8Array,
): boolean {
  const isCloth = clothTest(image, core);
  let [rest, other, bare] = [0, 0, 0];
  for (let i = 0; i < mask.length; i++) {
    if (mask[i] || person[i]! < 0.85) continue;
    rest++;
    const [l, a, b] = [image.l[i]!, image.a[i]!, image.b[i]!];
    if (isCloth(l, a, b)) continue;
    other++;
    if (maybeSkin(l, a, b)) bare++;
  }
  const area = countSet(mask);
  const skinSeen = bare > minSkin.ofGarment * area && bare > minSkin.ofRest * rest;
  return needsSkin(zone) ? rest > minRest * area && skinSeen : other > minRest * area;
}

/** A test for the main colors of the garment's core, in light or shade. */
function clothTest(image: LabImage, core: Uint8Array): (l: number, a: number, b: number) => boolean {
  const colors = fitMixture(image, core, 6);
  if (!colors) return () => false;
  const main = Array.from(colors.share, (share, k) => ({
    share,
    a: colors.mean[k * 3 + 1]!,
    b: colors.mean[k * 3 + 2]!,
    ...getTone(colors.mean[k * 3]!, colors.mean[k * 3 + 1]!, colors.mean[k * 3 + 2]!),
  })).filter(({ share }) => share >= mainColor);
  return (l, a, b) => {
    const { hue, saturation } = getTone(l, a, b);
    return main.some(
      (tone) =>
        Math.hypot(tone.a - a, tone.b - b) < sameGrey ||
        (Math.cos(tone.hue - hue) > sameHue &&
          Math.abs(Math.log(saturation / tone.saturation)) < sameSaturation),
    );
  };
}

/** The properties of a color that do not change in shade. */
const getTone = (l: number, a: number, b: number) => ({
  hue: Math.atan2(b, a),
  saturation: Math.max(0.01, Math.hypot(a, b) / Math.max(1, l)),
});
