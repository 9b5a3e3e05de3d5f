import type { LabImage } from '../../pixels/lab.ts';
import { fitMixture } from '../../pixels/mixture.ts';
import { shadedLikelihood } from './shade-likelihood.ts';

/** Marks of 0 and 1 per pixel. */
export interface SkinMarks {
  skin: Uint8Array;
  /** Pixels that are cloth by the joints. */
  cloth: Uint8Array;
  /** Pixels that are head or hand by the joints. */
  bare: Uint8Array;
}

/**
 * Orange and red cloth in the shade has the chroma of skin. Clears the `skin` marks of pixels that match the cloth
 * of the chest better than face and hands.
 */
export function clearClothFromSkin(lab: LabImage, { skin, cloth, bare }: SkinMarks): void {
  const clothColors = fitMixture(
    lab,
    cloth.map((marked, i) => marked & (1 - skin[i]!)),
    5,
  );
  const skinColors = fitMixture(
    lab,
    bare.map((marked, i) => marked & skin[i]!),
    4,
  );
  if (!clothColors || !skinColors) return;
  for (let i = 0; i < skin.length; i++) {
    if (skin[i] === 0 || bare[i] === 1) continue;
    const [l, a, b] = [lab.l[i]!, lab.a[i]!, lab.b[i]!];
    if (shadedLikelihood(clothColors, l, a, b) > shadedLikelihood(skinColors, l, a, b) + margin) skin[i] = 0;
  }
}

/** Natural log; a pixel with the chroma of skin stays skin unless cloth is clearly more likely. */
const margin = 1;
