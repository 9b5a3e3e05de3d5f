import { type PersonModels, personModels } from '../people/body/models.ts';
import type { LocalProduct } from '../request.ts';
import type { Detect } from '../scene/things/detector.ts';
import { withoutBakedShadow } from './baked-shadow.ts';
import { type ProductPlan, planProduct } from './classify.ts';
import { bestCutout, bestWornCutout, type Cutout, isGarment } from './cutout/cutout.ts';
import { thingFinder } from './find-thing.ts';
import { isSeeThrough } from './see-through.ts';

/** One product, cut out of the best of its photos, with the plan for it. */
export interface Chosen {
  cutout: Cutout;
  /** Index of the photo it came from. */
  image: number;
  plan: ProductPlan;
}

/** True if only the whole photo could be shown: a print of it is right for posters and paintings, and for nothing else. */
export const isUncut = ({ cutout, plan }: Chosen): boolean =>
  cutout.kind === 'whole' && plan.kind !== 'picture';

export interface ChoiceOptions {
  signal?: AbortSignal;
  /** Finds the product in busy photos, and furniture beside other things. */
  detect?: Detect;
  /** Loads the person models; the renderer's own by default. */
  personModels?: () => Promise<PersonModels | Error>;
}

/** Cuts a product out of its photos and classifies it. Throws RendererError when no photo can be used. */
export async function chooseCutout(product: LocalProduct, options: ChoiceOptions): Promise<Chosen> {
  const { signal, detect } = options;
  const { kind } = planProduct(product, 1);
  const best =
    (await cutOffWearer(product, options)) ??
    (await bestCutout(product.images, {
      ...(signal && { signal }),
      ...(detect && { findThing: thingFinder(kind, detect) }),
    }));
  const cutout = best.cutout.kind === 'alpha' ? withoutBakedShadow(best.cutout) : best.cutout;
  const plan = planProduct(product, cutout.width / cutout.height);
  const trust = isSeeThrough(product) ? 'low' : cutout.trust;
  return {
    cutout: { ...cutout, trust },
    image: best.index,
    plan,
  };
}

/** Cuts a garment off the person who wears it. Returns undefined for other products, without models, and without a person. */
async function cutOffWearer(
  product: LocalProduct,
  { signal, personModels: load = personModels }: ChoiceOptions,
): Promise<{ cutout: Cutout; index: number } | undefined> {
  const { kind, zone } = planProduct(product, 1);
  if (!isGarment(zone)) return undefined;
  const models = await load();
  if (models instanceof Error) return undefined;
  const worn = { zone, legged: kind === 'trousers' };
  return bestWornCutout(product.images, worn, models, signal ? { signal } : {});
}
