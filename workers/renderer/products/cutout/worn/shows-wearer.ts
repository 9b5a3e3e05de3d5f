import { countSet } from '../../../pixels/arrays.ts';
import type { LabImage } from '../../../pixels/lab.ts';
import { fitMixture } from '../../../pixels/mixture.ts';
import type { Zone } from '../../../zones.ts';
import { isFlesh } from './lab-skin.ts';
import type { Parted, WornEvidence } from './part-garment.ts';

/** Rest of the wearer, least share of the garment; where less is seen, the photo shows the garment alone. */
const restLeast = 0.04;
/**
 * Skin as a share of garment and rest: over 17 photos of wearers .05 to .76 and .14 to .96; over 74 of garments alone,
 * 32 of them dyed in colours of skin, at most .067 and .043.
 */
const fleshLeast = { ofGarment: 0.02, ofRest: 0.08 };
/** Cloth of the colour of skin is no skin: hue within 14 degrees (cosine), saturation within a factor of 1.65 (logarithm). */
const sameHue = 0.97;
const sameSaturation = 0.5;
/** A colour of less of the core is a neck or belly within it. */
const mainColour = 0.12;

/** Trousers may show feet alone, and a hat hair. */
export const needsSkin = (zone: Zone): boolean => zone === 'torso' || zone === 'full';

/** Whether somebody is in the garment: skin beside it; of trousers feet, of a hat hair will do. */
export function showsWearer(
  { image, person, zone }: WornEvidence,
  { core }: Parted,
  mask: Uint8Array,
): boolean {
  const isCloth = clothTest(image, core);
  let [rest, flesh] = [0, 0];
  for (let i = 0; i < mask.length; i++) {
    if (mask[i] || person[i]! < 0.85) continue;
    rest++;
    const [l, a, b] = [image.l[i]!, image.a[i]!, image.b[i]!];
    if (isFlesh(l, a, b) && !isCloth(l, a, b)) flesh++;
  }
  const area = countSet(mask);
  const skinSeen = flesh > fleshLeast.ofGarment * area && flesh > fleshLeast.ofRest * rest;
  return rest > restLeast * area && (skinSeen || !needsSkin(zone));
}

/** Whether a colour is one of those that make up most of the garment's core, in light or shade. */
function clothTest(image: LabImage, core: Uint8Array): (l: number, a: number, b: number) => boolean {
  const colours = fitMixture(image, core, 6);
  if (!colours) return () => false;
  const main = Array.from(colours.share, (share, k) => ({
    share,
    ...toneOf(colours.mean[k * 3]!, colours.mean[k * 3 + 1]!, colours.mean[k * 3 + 2]!),
  })).filter(({ share }) => share >= mainColour);
  return (l, a, b) => {
    const { hue, saturation } = toneOf(l, a, b);
    return main.some(
      (tone) =>
        Math.cos(tone.hue - hue) > sameHue &&
        Math.abs(Math.log(saturation / tone.saturation)) < sameSaturation,
    );
  };
}

/** What of a colour stays in the shade. */
const toneOf = (l: number, a: number, b: number) => ({
  hue: Math.atan2(b, a),
  saturation: Math.max(0.01, Math.hypot(a, b) / Math.max(1, l)),
});
