import type { PersonModels } from '../../../people/body/models.ts';
import { bestCutout } from '../best-cutout.ts';
import { type Cutout, type CutoutOptions, wholePhoto } from '../cut-product.ts';
import { cutWorn, type WornCut, type WornKind } from './cut-worn.ts';

/**
 * Cuts out a garment that at least one photo shows on a person: from a photo of the garment alone if that can be cut
 * reliably, else off its wearer, else not at all. Returns undefined when no photo shows a person. Throws
 * RendererError like `bestCutout`.
 */
export async function bestWornCutout(
  images: Buffer[],
  kind: WornKind,
  models: PersonModels,
  options: CutoutOptions = {},
): Promise<{ cutout: Cutout; index: number } | undefined> {
  const cuts: (WornCut | undefined)[] = [];
  for (const image of images) cuts.push(await cutWorn(image, kind, models, options));
  if (cuts.every((cut) => cut === undefined)) return undefined;
  const alone = images.flatMap((_, index) => (cuts[index] ? [] : [index]));
  const flat =
    alone.length > 0
      ? await bestCutout(
          alone.map((index) => images[index]!),
          options,
        )
      : undefined;
  if (flat?.cutout.trust === 'high') return { cutout: flat.cutout, index: alone[flat.index]! };
  const worn = cuts.findIndex((cut) => cut?.cutout);
  if (worn >= 0) return { cutout: cuts[worn]!.cutout!, index: worn };
  if (flat) return { cutout: flat.cutout, index: alone[flat.index]! };
  return { cutout: await wholePhoto(images[0]!, options), index: 0 };
}
