import { setImmediate } from 'node:timers/promises';
import { sharp } from '../../../shared/images/sharp-setup.ts';
import type { PersonModels } from '../people/body/models.ts';
import { findWearer, readClothes, type Wearer } from '../people/garments/dress.ts';
import type { Pixels } from '../pixels/pixels.ts';
import { type Chosen, chooseCutout } from '../products/choose-cutout.ts';
import { planProduct } from '../products/classify.ts';
import { limitToThing } from '../products/limit-to-thing.ts';
import type { LocalRequest } from '../request.ts';
import { analyseScene, measureScene, type SceneBasics, type SceneModel } from '../scene/scene-analysis.ts';
import { type Detect, detectThings } from '../scene/things/detector.ts';
import type { Thing } from '../scene/things/thing.ts';
import type { HelperThread } from '../threads/create-helper-thread.ts';
import { type SharedTask, startTasks } from '../threads/shared-tasks.ts';
import type { Zone } from '../zones.ts';

/** Facts read from the images of the request before anything is placed. */
export interface Prepared {
  /** RGB at output size. */
  scene: Pixels;
  basics: SceneBasics;
  /** Returns the places for products; analyzes the scene at the first call, which a single, worn product may not need. */
  model(): Promise<SceneModel>;
  /** One per product. */
  chosen: Chosen[];
  /** Undefined when no product is worn or no person is found; an error says why the models could not be loaded. */
  wearer: Wearer | Error | undefined;
  /** Why the detector could not be loaded, once the scene was analysed. */
  missing: { detector?: string };
}

export interface PreparationOptions {
  signal?: AbortSignal;
  progress?: (share: number, note: string) => void;
  personModels?: () => Promise<PersonModels | Error>;
  detect?: Detect;
  helper?: HelperThread;
  pause?: () => void;
}

/**
 * Reads scene and products. This thread reads the person while the helper thread cuts products out; then both share
 * the remaining tasks. An error of a product takes precedence over an error of the scene.
 */
export async function prepare(request: LocalRequest, options: PreparationOptions): Promise<Prepared> {
  const { signal, helper } = options;
  const decoding = sceneAt(request);
  const chosen: Chosen[] = [];
  const worn = wornProducts(request);
  // A single worn product can usually be put on; of several, one often has to be placed beside the person.
  const wornAlone = worn.length === 1 && request.products.length === 1;
  let model: SceneModel | undefined;
  let detecting: Promise<Thing[]> | undefined;
  const missing: Prepared['missing'] = {};
  // In this thread alone: the helper would need a second copy of the network.
  const detect: Detect = (image) =>
    (options.detect ?? detectThings)(image).catch((error: unknown) => {
      missing.detector = error instanceof Error ? error.message : String(error);
      return [];
    });
  const detected = async () => {
    const scene = await decoding;
    detecting ??= detect(scene);
    return detecting;
  };
  const analysis: SharedTask = {
    runLocal: async () => {
      model = await analyseScene(await decoding, await detected());
    },
    runOnHelper: async (claim) => {
      const [scene, things] = [await decoding, await detected()];
      model = (await helper?.analyse(scene, things, claim)) ?? model;
    },
  };
  const tasks = [...cutoutTasks(request, chosen, options), ...(wornAlone ? [] : [analysis])];
  const work = startTasks(tasks, helper !== undefined);
  const [search] = await Promise.allSettled([readWearer(worn, chosen, decoding, options)]);
  options.pause?.();
  signal?.throwIfAborted();
  const measured = wornAlone && search.status === 'fulfilled' && (await measureScene(await decoding));
  await work.finish();
  if (search.status === 'rejected') throw search.reason;
  for (const [index, product] of request.products.entries())
    chosen[index] = await limitToThing(chosen[index]!, product, detect);
  // A garment that could not be cut out has become an image on the wall.
  const wearer = chosen.some(({ plan }) => plan.surface === 'person') ? search.value : undefined;
  const scene = await decoding;
  return {
    scene,
    basics: measured || model!,
    model: async () => (model ??= await analyseScene(scene, await detected())),
    chosen,
    wearer,
    missing,
  };
}

/** A product that is worn, by its words. */
interface WornProduct {
  index: number;
  zone: Zone;
}

const wornProducts = ({ products }: LocalRequest): WornProduct[] =>
  products.flatMap((product, index) => {
    const { surface, zone } = planProduct(product, 1);
    return surface === 'person' && zone ? [{ index, zone }] : [];
  });

function cutoutTasks(
  { products }: LocalRequest,
  chosen: Chosen[],
  { signal, progress, personModels, helper }: PreparationOptions,
): SharedTask[] {
  let done = 0;
  const save = (index: number, found: Chosen): void => {
    chosen[index] = found;
    progress?.((0.55 * ++done) / products.length, 'cutting out');
  };
  const choice = { ...(signal ? { signal } : {}), ...(personModels ? { personModels } : {}) };
  return products.map((product, index) => ({
    runLocal: async () => {
      signal?.throwIfAborted();
      save(index, await chooseCutout(product, choice));
    },
    runOnHelper: async (claim) => {
      const found = await helper?.cutOut(product, claim);
      if (found) save(index, found);
    },
  }));
}

/** Only worn products make a person of the scene the wearer: the image alone cannot tell (seated guests). */
async function readWearer(
  worn: WornProduct[],
  chosen: Chosen[],
  decoding: Promise<Pixels>,
  { personModels, helper }: PreparationOptions,
): Promise<Wearer | Error | undefined> {
  const scene = await decoding;
  if (worn.length === 0) return undefined;
  const wearer = await findWearer(scene, personModels);
  // Costs nothing while the helper cuts out; without one it would be wasted where the garment cannot be cut out.
  if (helper && wearer && !(wearer instanceof Error)) {
    // Lets finished cut-outs arrive. Products not cut out yet count as photographed on a person, as most dresses are.
    await setImmediate();
    const hangs = (index: number) => chosen[index] === undefined || chosen[index].cutout.joints !== undefined;
    await readClothes(
      wearer,
      worn.map(({ index, zone }) => ({ zone, hangs: hangs(index) })),
    );
  }
  return wearer;
}

async function sceneAt({ scene, output }: LocalRequest): Promise<Pixels> {
  const { data, info } = await sharp(scene)
    .resize(output.width, output.height, { fit: 'fill', kernel: 'lanczos3' })
    .flatten({ background: '#ffffff' })
    .toColorspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}
