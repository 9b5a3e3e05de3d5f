import { outputPng } from '../../../shared/images/output.ts';
import { sharp } from '../../../shared/images/sharp-setup.ts';
import type { PersonModels } from '../people/body/models.ts';
import { dress, onWearer, type Wearer } from '../people/garments/dress.ts';
import type { Worn } from '../people/garments/worn.ts';
import { isOnlyWorn, whyNotWorn } from '../people/only-worn.ts';
import { clamp } from '../pixels/clamp.ts';
import { getIntegral } from '../pixels/integral.ts';
import type { Pixels } from '../pixels/pixels.ts';
import type { Rect } from '../pixels/rect.ts';
import { shownShare } from '../pixels/rect.ts';
import { fitProduct } from '../placement/fit-product.ts';
import type { Item, Placed } from '../placement/item.ts';
import { placeAll } from '../placement/placement.ts';
import { type Chosen, isUncut } from '../products/choose-cutout.ts';
import type { Cutout } from '../products/cutout/cutout.ts';
import { RendererError } from '../renderer-error.ts';
import { type LocalRendered, type LocalReport, leftOutReasons } from '../report.ts';
import type { LocalRequest } from '../request.ts';
import type { SceneLight } from '../scene/scene-light.ts';
import type { Detect } from '../scene/things/detector.ts';
import { paintCord, paintProduct, paintShadow } from './compose.ts';
import { applyLight, brightnessAround, matchFor } from './light-match.ts';
import { type Prepared, prepare } from './prepare.ts';
import { castShadow, type Shadow } from './shadow.ts';
import { stopwatch } from './stopwatch.ts';

/** One product at its final size (straight RGBA over `rect`) with the shadow it throws. */
export interface Paint {
  index: number;
  rect: Rect;
  pixels: Pixels;
  shadow: Shadow | undefined;
  /** Per pixel of a garment the opacity (0–255) that what is in front takes from it. */
  hidden?: Uint8ClampedArray | undefined;
}

export interface RenderOptions {
  signal?: AbortSignal;
  /** Called with the share done, 0–1, and the stage in one or two words. */
  progress?: (share: number, note: string) => void;
  /** Called before each product is painted, for measurements of the image. */
  onPaint?: (paint: Paint) => void;
  /** Source of the person models; the renderer's own by default. */
  personModels?: () => Promise<PersonModels | Error>;
  /** Finds the things in the scene; the renderer's own detector by default. */
  detect?: Detect;
  /** Called where large intermediate results have become garbage. */
  pause?: () => void;
}

/**
 * Composes the products into the scene, without network. Small models run only when a product is worn; without them
 * people are found by their outline. Returns a PNG of exactly `output` pixels and a report; the same request returns
 * the same bytes. Outside products and their shadows the bytes of the resized scene stay as they are.
 * Throws RendererError for a product that cannot be used, sharp's errors for an unreadable scene, and the signal's
 * reason when aborted.
 */
export async function renderLocal(
  request: LocalRequest,
  options: RenderOptions = {},
): Promise<LocalRendered> {
  const { signal, progress } = options;
  const watch = stopwatch();
  signal?.throwIfAborted();
  const prepared = await prepare(request, options);
  const { scene, chosen } = prepared;
  watch.lap('read');
  signal?.throwIfAborted();
  progress?.(0.6, 'placing');
  const people = await dressPeople(prepared, options);
  watch.lap('dress');
  signal?.throwIfAborted();
  const { placed, pose } = await placeProducts(prepared, people);
  watch.lap('place');
  await composeAll(prepared, placed, people, options);
  watch.lap('compose');
  progress?.(0.9, 'encoding');
  const png = await encode(scene);
  watch.lap('encode');
  signal?.throwIfAborted();
  const { detector } = prepared.missing;
  return {
    png,
    report: {
      ...toReport(chosen, placed, watch),
      pose,
      ...poseMissing(people),
      ...(detector === undefined ? {} : { detectorMissing: detector }),
    },
  };
}

interface People {
  wearer?: Wearer;
  /** Products put on, in painting order. */
  layers: Map<number, Worn>;
  /** Why the models could not be loaded. */
  missing?: string;
}

async function dressPeople({ scene, chosen, wearer }: Prepared, { pause }: RenderOptions): Promise<People> {
  if (wearer instanceof Error) return { layers: new Map(), missing: wearer.message };
  if (!wearer) return { layers: new Map() };
  const worn = chosen.flatMap((one, index) => {
    const { plan, cutout } = one;
    if (plan.surface !== 'person' || isUncut(one)) return [];
    return [{ index, plan, cutout: getPixels(cutout), joints: cutout.joints }];
  });
  const layers = await dress(wearer, worn, pause);
  for (const [index, { rect }] of layers) if (shownShare(rect, scene) < leastSeen) layers.delete(index);
  return { wearer, layers };
}

/** Share of a worn product that the image shows at least: a hat above its upper edge is none. */
const leastSeen = 0.6;

const getPixels = ({ rgba, width, height }: Cutout): Pixels => ({ data: rgba, width, height });

const poseMissing = ({ missing }: People) => (missing === undefined ? {} : { poseMissing: missing });

async function placeProducts(
  { chosen, model }: Prepared,
  { wearer, layers, missing }: People,
): Promise<{ placed: Placed[]; pose: LocalReport['pose'] }> {
  const items: Item[] = chosen.map(({ cutout, plan }, index) => ({
    index,
    plan,
    aspect: cutout.width / cutout.height,
    touchesTop: cutout.matteMargin.touchesEdges.includes('top'),
  }));
  const put = items.flatMap(({ index, plan: { zone } }): Placed[] => {
    const layer = layers.get(index);
    if (!layer) return [];
    return [
      {
        index,
        surface: 'person',
        ...(zone ? { zone } : {}),
        rect: layer.rect,
        score: 1,
        placement: 'good',
      },
    ];
  });
  const rest = items.filter(({ index }) => !layers.has(index) && !isUncut(chosen[index]!));
  const pose = wearer ? 'model' : 'none';
  if (rest.length === 0) return { placed: put, pose };
  const scene = await model();
  const living = wearer ? [...scene.living, wearer.box] : scene.living;
  const canWear = living.length > 0 && missing === undefined;
  const free = rest.filter(({ plan }) => !(canWear && isOnlyWorn(plan)));
  const others = placeAll(free, { ...scene, living });
  const placed = [...put, ...others].sort((p, q) => p.index - q.index);
  if (placed.length === 0) throw new RendererError(whyLeftOut(chosen[rest[0]!.index]!));
  return { placed, pose };
}

/** Paints all shadows first, so that they fall on the room and not on neighbouring products; then products far to near. */
async function composeAll(
  { scene, basics, chosen }: Prepared,
  placed: Placed[],
  { wearer, layers }: People,
  { signal, onPaint }: RenderOptions,
) {
  const { planes, light } = basics;
  const brightness = getIntegral(planes.l, planes.width, planes.height, planes.width / basics.width);
  const softness = clamp((0.5 - light.sharpness) * 3, 0, 0.9);
  const drawn: { place: Placed; pixels: Pixels }[] = [];
  for (const place of placed) {
    signal?.throwIfAborted();
    const { cutout } = chosen[place.index]!;
    const match = matchFor(light, brightnessAround(brightness, place.rect));
    const layer = layers.get(place.index);
    if (layer) {
      applyLight(layer.pixels, match);
      continue;
    }
    const pixels = await fitProduct(getPixels(cutout), place, match, softness);
    drawn.push({ place, pixels });
  }
  if (wearer) paintWorn(scene, light, wearer, chosen, layers, onPaint);
  for (const { place, pixels } of drawn) {
    const shadow = castShadow(pixels, place.rect, place.surface, light);
    onPaint?.({ index: place.index, rect: place.rect, pixels, shadow });
    if (shadow) paintShadow(scene, shadow);
    if (place.cordTo)
      paintCord(scene, place.rect.x + place.rect.width / 2, place.cordTo + 3, light.brightness);
  }
  drawn.sort(
    (p, q) =>
      p.place.rect.y + p.place.rect.height - (q.place.rect.y + q.place.rect.height) ||
      p.place.index - q.place.index,
  );
  for (const { place, pixels } of drawn) paintProduct(scene, pixels, place.rect);
}

/** Paints from the skin outwards, each layer with its shadow on the layers below; trousers are the lowest. */
function paintWorn(
  scene: Pixels,
  light: SceneLight,
  wearer: Wearer,
  chosen: Chosen[],
  layers: Map<number, Worn>,
  onPaint: RenderOptions['onPaint'],
): void {
  for (const [index, { rect, pixels, under, shadow: own, hidden }] of layers) {
    const lowest = chosen[index]!.plan.zone === 'legs';
    const cast = lowest || own ? undefined : castShadow(pixels, rect, 'person', light);
    const shadow = own ?? (cast && onWearer(cast, wearer));
    onPaint?.({ index, rect, pixels, shadow, hidden });
    if (under) {
      onPaint?.({ index, ...under, shadow: undefined });
      paintProduct(scene, under.pixels, under.rect);
    }
    if (shadow) paintShadow(scene, shadow);
    paintProduct(scene, pixels, rect);
  }
}

function encode({ data, width, height }: Pixels): Promise<Buffer> {
  return sharp(data, { raw: { width, height, channels: 3 } })
    .removeAlpha()
    .png(outputPng)
    .toBuffer();
}

function toReport(
  chosen: Chosen[],
  placed: Placed[],
  watch: ReturnType<typeof stopwatch>,
): Omit<LocalReport, 'pose'> {
  const places = chosen.map((_, product) => placed.find(({ index }) => index === product));
  return {
    cutout: chosen.map(({ cutout }) => cutout.trust),
    chosenImage: chosen.map(({ image }) => image),
    placements: placed.map(({ index, rect, surface, zone }) => ({
      product: index,
      ...rect,
      surface,
      ...(zone ? { zone } : {}),
    })),
    placement: places.map((place) => place?.placement ?? 'left out'),
    leftOut: chosen.flatMap((one, product) =>
      places[product] ? [] : [{ product, reason: whyLeftOut(one) }],
    ),
    milliseconds: watch.laps(),
  };
}

function whyLeftOut(one: Chosen): string {
  if (isUncut(one)) return leftOutReasons.uncut;
  return isOnlyWorn(one.plan) ? whyNotWorn(one.plan) : leftOutReasons.noPlace;
}
