import type { LabImage } from '../../pixels/lab.ts';
import { fitMixture } from '../../pixels/mixture.ts';
import { shadedLikelihood } from './shade-likelihood.ts';

/** Marks of 0 and 1 per pixel. */
export interface SkinMarks {
  skin: Uint8Array;
  /** Where the joints say cloth. */
  cloth: Uint8Array;
  /** Where the joints say head or hand. */
  bare: Uint8Array;
}

/**
 * Orange and red cloth in the shade has the chroma of skin. What looked like skin and is more like the cloth of
 * the chest than like face and hands is taken for cloth: clears those marks of `skin`.
 */
export function clearClothFromSkin(lab: LabImage, { skin, cloth, bare }: SkinMarks): void {
  const own = fitMixture(
    lab,
    cloth.map((marked, i) => marked & (1 - skin[i]!)),
    5,
  );
  const known = fitMixture(
    lab,
    bare.map((marked, i) => marked & skin[i]!),
    4,
  );
  if (!own || !known) return;
  for (let i = 0; i < skin.length; i++) {
    if (skin[i] === 0 || bare[i] === 1) continue;
    const [l, a, b] = [lab.l[i]!, lab.a[i]!, lab.b[i]!];
    if (shadedLikelihood(own, l, a, b) > shadedLikelihood(known, l, a, b) + margin) skin[i] = 0;
  }
}

/** Natural log; skin is the likelier where it looks like skin at all. */
const margin = 1;
