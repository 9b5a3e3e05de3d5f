import sharp from 'sharp';
import { withoutBakedShadow } from './baked-shadow.ts';
import { type ProductPlan, planProduct } from './classify.ts';
import { paintCord, paintProduct, paintShadow } from './compose.ts';
import { bestCutout, type Cutout } from './cutout/cutout.ts';
import { fitProduct } from './fit-product.ts';
import { integralOf } from './integral.ts';
import { brightnessAround, matchFor } from './light-match.ts';
import { type Item, type Placed, placeAll } from './placement.ts';
import { slipUnder } from './rug-underneath.ts';
import { analyseScene, type SceneModel } from './scene-analysis.ts';
import { castShadow } from './shadow.ts';
import { findBody } from './silhouette.ts';
import { type Stopwatch, stopwatch } from './stopwatch.ts';
import { clamp, type LocalRendered, type LocalReport, type LocalRequest, type Pixels } from './types.ts';

export type { LocalProduct, LocalRendered, LocalReport, LocalRequest } from './types.ts';

export interface RenderOptions {
  signal?: AbortSignal;
  /** Called with the share done, 0–1, and one or two words. */
  progress?: (share: number, note: string) => void;
}

interface Chosen {
  cutout: Cutout;
  /** Index of the photo it came from. */
  image: number;
  plan: ProductPlan;
}

/**
 * Measured on three 2048 px scenes: level 3 with adaptive filters 106–176 ms and 1.2–5.7 MB, level 6 with them
 * 183–212 ms for 1–6 % fewer bytes, level 3 without 54–122 ms for 36–80 % more.
 */
const pngOptions = { compressionLevel: 3, adaptiveFiltering: true };

/**
 * Composes the products into the scene with no network and no model weights. Returns a PNG of exactly
 * `output` pixels and how it was made; the same request gives the same bytes. Outside products and their
 * shadows the bytes of the resized scene stay as they are. Throws sharp's errors for unreadable
 * images and the signal's reason when aborted.
 */
export async function renderLocal(
  request: LocalRequest,
  options: RenderOptions = {},
): Promise<LocalRendered> {
  const { signal, progress } = options;
  const watch = stopwatch();
  signal?.throwIfAborted();
  const chosen = await cutOutAll(request, options);
  watch.lap('cutout');
  const scene = await sceneAt(request);
  const model = await analyseScene(scene);
  watch.lap('scene');
  signal?.throwIfAborted();
  progress?.(0.6, 'placing');
  const placed = placeProducts(chosen, model);
  watch.lap('place');
  await composeAll(scene, model, chosen, placed, signal);
  watch.lap('compose');
  progress?.(0.9, 'encoding');
  const png = await encode(scene);
  watch.lap('encode');
  signal?.throwIfAborted();
  return { png, report: reportOf(chosen, placed, watch) };
}

async function cutOutAll(request: LocalRequest, { signal, progress }: RenderOptions): Promise<Chosen[]> {
  const chosen: Chosen[] = [];
  for (const [index, product] of request.products.entries()) {
    signal?.throwIfAborted();
    progress?.((0.55 * index) / request.products.length, 'cutting out');
    const best = await bestCutout(product.images, signal ? { signal } : {});
    const cutout = best.cutout.kind === 'alpha' ? withoutBakedShadow(best.cutout) : best.cutout;
    const plan = planProduct(product, cutout.width / cutout.height);
    chosen.push({ cutout, image: best.index, plan: cutout.kind === 'framed' ? asPicture(plan) : plan });
  }
  return chosen;
}

/** A photo that could not be cut out is shown as what it is, a picture on the wall, not as a slab on the floor. */
function asPicture(plan: ProductPlan): ProductPlan {
  const scale = 95 / Math.max(plan.widthCm, plan.heightCm);
  const { widthCm, heightCm } = plan;
  return {
    kind: 'framed',
    surface: 'wall',
    widthCm: widthCm * scale,
    heightCm: heightCm * scale,
    sizeStated: false,
  };
}

async function sceneAt({ scene, output }: LocalRequest): Promise<Pixels> {
  const { data, info } = await sharp(scene)
    .resize(output.width, output.height, { fit: 'fill', kernel: 'lanczos3' })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** Worn products are what makes a request one about a person; the picture alone cannot tell (seated guests). */
function placeProducts(chosen: Chosen[], model: SceneModel): Placed[] {
  const items: Item[] = chosen.map(({ cutout, plan }, index) => ({
    index,
    plan,
    aspect: cutout.width / cutout.height,
    touchesTop: cutout.matteMargin.touchesEdges.includes('top'),
  }));
  const worn = items.some(({ plan }) => plan.surface === 'person');
  return placeAll(items, model, worn ? findBody(model) : undefined);
}

/** All shadows first: a shadow falls on the room, not on the products beside it. Then far to near. */
async function composeAll(
  scene: Pixels,
  model: SceneModel,
  chosen: Chosen[],
  placed: Placed[],
  signal?: AbortSignal,
) {
  const brightness = integralOf(
    model.planes.l,
    model.planes.width,
    model.planes.height,
    model.planes.width / model.width,
  );
  const softness = clamp((0.5 - model.light.sharpness) * 3, 0, 0.9);
  const drawn: { place: Placed; pixels: Pixels }[] = [];
  for (const place of placed) {
    signal?.throwIfAborted();
    const { cutout } = chosen[place.index]!;
    const match = matchFor(model.light, brightnessAround(brightness, place.rect));
    const source = { data: cutout.rgba, width: cutout.width, height: cutout.height };
    const pixels = await fitProduct(source, place, match, softness);
    if (place.quad) slipUnder(pixels, place.rect, scene, model);
    drawn.push({ place, pixels });
  }
  for (const { place, pixels } of drawn) {
    const shadow = castShadow(pixels, place.rect, place.surface, model.light);
    if (shadow) paintShadow(scene, shadow);
    if (place.cordTo)
      paintCord(scene, place.rect.x + place.rect.width / 2, place.cordTo + 3, model.light.brightness);
  }
  drawn.sort(
    (p, q) =>
      p.place.rect.y + p.place.rect.height - (q.place.rect.y + q.place.rect.height) ||
      p.place.index - q.place.index,
  );
  for (const { place, pixels } of drawn) paintProduct(scene, pixels, place.rect);
}

function encode({ data, width, height }: Pixels): Promise<Buffer> {
  return sharp(data, { raw: { width, height, channels: 3 } })
    .png(pngOptions)
    .toBuffer();
}

function reportOf(chosen: Chosen[], placed: Placed[], watch: Stopwatch): LocalReport {
  return {
    cutout: chosen.map(({ cutout }) => cutout.trust),
    chosenImage: chosen.map(({ image }) => image),
    placements: placed.map(({ rect, surface, zone }) => ({ ...rect, surface, ...(zone ? { zone } : {}) })),
    milliseconds: watch.laps(),
  };
}
