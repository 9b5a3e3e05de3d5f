import type { Pixels } from '../../pixels/pixels.ts';
import { distance } from '../../pixels/points.ts';
import { boxAround, type Rect } from '../../pixels/rect.ts';
import { resizedCutout } from '../../pixels/resize-cutout.ts';
import { eased } from '../../pixels/sound-mesh.ts';
import type { Frame } from '../body/body.ts';
import type { Person } from '../body/read-person.ts';
import { withBareArms } from './bare-arms.ts';
import type { Drawing } from './draw-garment.ts';
import { isLong } from './fit-sleeve.ts';
import { fitTop } from './fit-top.ts';
import { topShape } from './garment-shape.ts';
import { layOn } from './lay-on.ts';
import { getLayers } from './occlusion.ts';
import type { OldClothes } from './old-clothes.ts';
import { withCollar } from './old-collar.ts';
import { oldShade } from './old-shade.ts';

/** Longest side at which seams are detected. */
const shapeSide = 360;

/**
 * Dresses the person in a top or dress (straight RGBA cut-out): warped onto shoulders, sides and arms, drawn over
 * the old clothes, under hands, hair and straps, and shaded with the old cloth's folds. Undefined when the cut-out
 * does not have a top's outline.
 */
export async function wearTop(
  cutout: Pixels,
  scene: Pixels,
  person: Person,
  frame: Frame,
  old: OldClothes,
  long: boolean,
): Promise<Drawing | undefined> {
  const small = await resizedCutout(cutout, Math.min(1, shapeSide / Math.max(cutout.width, cutout.height)));
  const shape = topShape(small);
  if (!shape) return undefined;
  const warped = fitTop(shape, person, frame, old, long);
  const follows = !person.isBust && eased(warped.torso).plain <= maxPlain;
  const fitted = follows ? warped : layOn(shape, frame, small);
  // Cloth that does not follow the body would be drawn up to the chin, as a sack.
  const known = follows ? withCollar(old, person, frame, fitted) : old;
  const covered = shape.sleeves.some((sleeve) => sleeve && isLong(sleeve, shape))
    ? withBareArms(known, person, frame)
    : known;
  const wanted = (distance(...warped.shoulders) / distance(...shape.shoulders)) * small.width;
  const garment = await resizedCutout(cutout, Math.min(1, wanted / cutout.width));
  return {
    within: areaAround(person, frame, scene),
    pieces: [[fitted.torso], fitted.sleeves],
    garment,
    toGarment: garment.width / small.width,
    // Without sleeves it is worn over the old shirt, which stays visible beside straps and at the sides: extending
    // the cloth there looks wrong.
    closed: shape.sleeves[0] !== undefined,
    scale: person.scale,
    old: covered,
    layers: getLayers(person, frame, covered, fitted),
    shade: oldShade(person, frame, covered),
    laidOn: !follows,
  };
}

/** A garment that must be eased more than this hardly follows the body. */
const maxPlain = 0.45;

/** The scene area around the person plus a margin for cloth. */
function areaAround({ box: { x, y, width, height } }: Person, { unit }: Frame, scene: Pixels): Rect {
  const pad = unit * 0.12 + 4;
  const corners = [
    { x: x - pad, y: y - pad },
    { x: x + width + pad, y: y + height + pad },
  ];
  return boxAround(corners, scene);
}
