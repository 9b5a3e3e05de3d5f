import type { Pixels } from '../../pixels/pixels.ts';
import { resizedCutout } from '../../pixels/resize-cutout.ts';
import { bottomShape } from './bottom-shape.ts';
import type { Drawing } from './draw-garment.ts';
import { fitBottom } from './fit-bottom.ts';
import { legLandmarks } from './leg-landmarks.ts';
import { legLayers } from './leg-occlusion.ts';
import type { OldClothes } from './old-clothes.ts';
import type { Figure } from './worn.ts';

/** Longest side at which seams are detected. */
const shapeSide = 420;

/**
 * Dresses the person in trousers, shorts or a skirt (straight RGBA cut-out): fitted along the legs, drawn over the
 * old ones, under hands, bags and the hem of the top. Undefined when the cut-out has a different outline or the
 * image shows no legs. `legged`: the product is known to be trousers.
 */
export async function wearBottom(
  cutout: Pixels,
  figure: Figure,
  old: OldClothes,
  legged: boolean,
): Promise<Drawing | undefined> {
  const { scene, person, frame } = figure;
  const small = await resizedCutout(cutout, Math.min(1, shapeSide / Math.max(cutout.width, cutout.height)));
  const shape = bottomShape(small, legged);
  const body = shape && legLandmarks(figure, old);
  if (!shape || !body) return undefined;
  const fitted = fitBottom(shape, body, frame.unit);
  const garment = await resizedCutout(cutout, Math.min(1, (fitted.scale * small.width) / cutout.width));
  return {
    within: { x: 0, y: 0, width: scene.width, height: scene.height },
    pieces: fitted.pieces,
    garment,
    toGarment: garment.width / small.width,
    closed: true,
    scale: person.scale,
    old,
    layers: legLayers(person, frame, old, body, fitted),
  };
}
