import { distance, midway, placeAt } from '../../pixels/points.ts';
import type { Frame } from '../body/body.ts';
import { faceCoordinates } from '../body/body-places.ts';
import type { Person } from '../body/read-person.ts';
import type { FittedTop } from './fit-top.ts';
import { nearHand } from './occlusion.ts';
import type { OldClothes } from './old-clothes.ts';

/** The place of a collar: above and below the line of the shoulders, and aside from its middle; shares of that line. */
const reach = { above: 0.25, below: 0.2, aside: 0.4 };

/**
 * Marks the collar of the old clothes, which joints do not show, so that the new cloth extends over it: what is neither
 * skin nor hair at the neck. The upper part of a standing collar stays visible, as it is worn over a jumper.
 */
export function withCollar(
  old: OldClothes,
  { mask, scale }: Person,
  frame: Frame,
  { shoulders, axis }: FittedTop,
  hair: Float32Array,
): OldClothes {
  const middle = midway(...shoulders);
  const span = distance(...shoulders);
  const data = old.plane.data.map((share, i) => {
    if (mask.data[i]! <= 0.5 || share > 0.5 || old.skin.data[i]! > 0.5 || hair[i]! > 0.5) return share;
    const at = placeAt(i, mask.width, scale);
    const down = ((at.x - middle.x) * axis.x + (at.y - middle.y) * axis.y) / span;
    const aside = Math.abs((at.y - middle.y) * axis.x - (at.x - middle.x) * axis.y) / span;
    // Higher beside the neck than in front of it, where the chin casts its shade.
    const above = Math.min(reach.above, aside * 1.1);
    if (down < -above || down > reach.below || aside > reach.aside) return share;
    const isFace = frame.head && faceCoordinates(at, frame.head).down < frame.head.height * 0.6;
    return isFace || nearHand(at, frame) ? share : mask.data[i]!;
  });
  return { ...old, plane: { ...old.plane, data } };
}
