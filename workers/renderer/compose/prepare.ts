import { setImmediate } from 'node:timers/promises';
import { sharp } from '../../../shared/images/sharp-setup.ts';
import type { PersonModels } from '../people/body/models.ts';
import { findWearer, readClothes, type Wearer } from '../people/garments/dress.ts';
import type { Pixels } from '../pixels/pixels.ts';
import { type Chosen, chooseCutout } from '../products/choose-cutout.ts';
import { planProduct } from '../products/classify.ts';
import type { LocalRequest } from '../request.ts';
import { analyseScene, measureScene, type SceneBasics, type SceneModel } from '../scene/scene-analysis.ts';
import type { Assistant } from '../threads/assistant.ts';
import { type Job, startJobs } from '../threads/jobs.ts';
import type { Zone } from '../zones.ts';

/** All that is known before anything is placed. */
export interface Prepared {
  /** RGB at output size. */
  scene: Pixels;
  basics: SceneBasics;
  /** Where things can be put: for one product that is to be worn not looked for before somebody asks. */
  model(): Promise<SceneModel>;
  /** One for each product. */
  chosen: Chosen[];
  /** Undefined where nothing is worn or nobody is seen; an error says why nobody could be looked for. */
  wearer: Wearer | Error | undefined;
}

export interface PreparationOptions {
  signal?: AbortSignal;
  progress?: (share: number, note: string) => void;
  personModels?: () => Promise<PersonModels | Error>;
  assistant?: Assistant;
  pause?: () => void;
}

/**
 * Reads scene and products. This thread looks at the person while the assistant cuts products out; what is left
 * then they share. Rejects with what is wrong with a product before what is wrong with the scene.
 */
export async function prepare(request: LocalRequest, options: PreparationOptions): Promise<Prepared> {
  const { signal, assistant } = options;
  const decoding = sceneAt(request);
  const chosen: Chosen[] = [];
  const worn = wornOf(request);
  // One thing to be worn mostly can be put on; of several one often has to lie or hang beside.
  const wornAlone = worn.length === 1 && request.products.length === 1;
  let model: SceneModel | undefined;
  const analysis: Job = {
    here: async () => {
      model = await analyseScene(await decoding);
    },
    there: async (claim) => {
      const scene = await decoding;
      model = (await assistant?.analyse(scene, claim)) ?? model;
    },
  };
  const jobs = [...cuttings(request, chosen, options), ...(wornAlone ? [] : [analysis])];
  const work = startJobs(jobs, assistant !== undefined);
  const [seen] = await Promise.allSettled([lookForWearer(worn, chosen, decoding, options)]);
  options.pause?.();
  signal?.throwIfAborted();
  const measured = wornAlone && seen.status === 'fulfilled' && (await measureScene(await decoding));
  await work.finish();
  if (seen.status === 'rejected') throw seen.reason;
  // A garment that could not be cut out is a picture on the wall.
  const wearer = chosen.some(({ plan }) => plan.surface === 'person') ? seen.value : undefined;
  const scene = await decoding;
  return {
    scene,
    basics: measured || model!,
    model: async () => (model ??= await analyseScene(scene)),
    chosen,
    wearer,
  };
}

/** A product to be worn. */
interface WornProduct {
  index: number;
  zone: Zone;
}

const wornOf = ({ products }: LocalRequest): WornProduct[] =>
  products.flatMap((product, index) => {
    const { surface, zone } = planProduct(product, 1);
    return surface === 'person' && zone ? [{ index, zone }] : [];
  });

function cuttings(
  { products }: LocalRequest,
  chosen: Chosen[],
  { signal, progress, personModels, assistant }: PreparationOptions,
): Job[] {
  let done = 0;
  const keep = (index: number, found: Chosen): void => {
    chosen[index] = found;
    progress?.((0.55 * ++done) / products.length, 'cutting out');
  };
  const choice = { ...(signal ? { signal } : {}), ...(personModels ? { personModels } : {}) };
  return products.map((product, index) => ({
    here: async () => {
      signal?.throwIfAborted();
      keep(index, await chooseCutout(product, choice));
    },
    there: async (claim) => {
      const found = await assistant?.cutOut(product, claim);
      if (found) keep(index, found);
    },
  }));
}

/** Worn products are what makes a request one about a person; the picture alone cannot tell (seated guests). */
async function lookForWearer(
  worn: WornProduct[],
  chosen: Chosen[],
  decoding: Promise<Pixels>,
  { personModels, assistant }: PreparationOptions,
): Promise<Wearer | Error | undefined> {
  const scene = await decoding;
  if (worn.length === 0) return undefined;
  const wearer = await findWearer(scene, personModels);
  // Read while the assistant is busy; alone it would be for nothing where the garment cannot be cut out.
  if (assistant && wearer && !(wearer instanceof Error)) {
    // Lets in what was cut out by now; of the rest most dresses are photographed on somebody.
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
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}
