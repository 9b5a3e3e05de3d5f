import { sharp } from '../../../shared/images/sharp-setup.ts';
import type { PersonModels } from '../people/body/models.ts';
import { findWearer, type Wearer } from '../people/garments/dress.ts';
import type { Pixels } from '../pixels/pixels.ts';
import { type Chosen, chooseCutout, isUncut } from '../products/choose-cutout.ts';
import { RendererError } from '../renderer-error.ts';
import { leftOutReasons } from '../report.ts';
import type { LocalRequest } from '../request.ts';
import { analyseScene, measureScene, type SceneBasics, type SceneModel } from '../scene/scene-analysis.ts';
import { type Detect, detectThings } from '../scene/things/detector.ts';

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
  pause?: () => void;
}

/** Reads scene and products. An error of a product takes precedence over an error of the scene. */
export async function prepare(request: LocalRequest, options: PreparationOptions): Promise<Prepared> {
  const { signal, pause } = options;
  const missing: Prepared['missing'] = {};
  const detect: Detect = (image) =>
    (options.detect ?? detectThings)(image).catch((error: unknown) => {
      missing.detector = error instanceof Error ? error.message : String(error);
      return [];
    });
  const chosen = await cutOutAll(request, detect, options);
  pause?.();
  const scene = await sceneAt(request);
  signal?.throwIfAborted();
  // Only worn products make a person of the scene the wearer: the image alone cannot tell (seated guests).
  const isWorn = chosen.some((one) => one.plan.surface === 'person' && !isUncut(one));
  const wearer = isWorn ? await findWearer(scene, options.personModels) : undefined;
  pause?.();
  signal?.throwIfAborted();
  let model: SceneModel | undefined;
  const getModel = async () => (model ??= await analyseScene(scene, await detect(scene)));
  // A single worn product can usually be put on; of several, one often has to be placed beside the person.
  const isWornAlone = isWorn && chosen.length === 1;
  return {
    scene,
    basics: isWornAlone ? await measureScene(scene) : await getModel(),
    model: getModel,
    chosen,
    wearer,
    missing,
  };
}

async function cutOutAll(
  { products }: LocalRequest,
  detect: Detect,
  { signal, progress, personModels }: PreparationOptions,
): Promise<Chosen[]> {
  const chosen: Chosen[] = [];
  const choice = { detect, ...(signal ? { signal } : {}), ...(personModels ? { personModels } : {}) };
  for (const product of products) {
    signal?.throwIfAborted();
    chosen.push(await chooseCutout(product, choice));
    progress?.((0.55 * chosen.length) / products.length, 'cutting out');
  }
  if (chosen.every(isUncut)) throw new RendererError(leftOutReasons.uncut);
  return chosen;
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
