import type { Paint } from '../../../workers/renderer/compose/renderer.ts';
import { components } from '../../../workers/renderer/pixels/components.ts';
import { meanIn } from '../../../workers/renderer/pixels/integral.ts';
import { coveredShare, overlap, type Rect, shownShare } from '../../../workers/renderer/pixels/rect.ts';
import type { ProductPlan } from '../../../workers/renderer/products/classify.ts';
import type { LocalPlacement } from '../../../workers/renderer/report.ts';
import { floorScale } from '../../../workers/renderer/scene/perspective.ts';
import type { SceneModel } from '../../../workers/renderer/scene/scene-analysis.ts';
import { getFacts, type Thing } from '../../../workers/renderer/scene/things/thing.ts';

/** A rule that a placed product breaks. */
export type Broken =
  | 'not shown'
  | 'floating'
  | 'scale'
  | 'person covered'
  | 'torn'
  | 'outside the body'
  | 'color'
  | 'edges';

/** A rendered product, with the measurements that the rules need. */
export interface Rendered {
  place: LocalPlacement;
  paint: Paint;
  plan: ProductPlan;
  model: SceneModel;
  /** Change of color between cut-out and image, in a*, b*. */
  chroma: number;
  /** Distance of outline pixels from a clean edge. */
  halo: number;
  /** Pixels on a face. */
  onFace: number;
  /** Share of a worn product beyond the person's outline and its own cut. */
  beyondBody: number;
}

const maxScale = 1.5;
/** Share of a product that the image has to show. */
const leastShown = 0.6;
/** Share of a garment that may be in holes and loose pieces. */
const maxTorn = 0.05;

/** Each rule and how it is checked; a product that breaks none is accepted by the program. */
const rules: Record<Broken, (rendered: Rendered) => boolean> = {
  'not shown': ({ place, model }) => shownShare(place, model) < leastShown,
  floating: ({ place, model }) => !isSupported(place, model),
  scale: ({ place, plan, model }) => {
    if (place.surface === 'person' || place.surface === 'rug' || place.surface === 'table') return false;
    const seat = place.surface === 'seat' ? model.things.find((thing) => isOnSeat(place, thing)) : undefined;
    const foot = Math.min(seat ? seat.rect.y + seat.rect.height : place.y + place.height, model.height);
    const onWall = place.surface === 'wall' || place.surface === 'ceiling';
    const scale = onWall ? model.perspective.wallScale : floorScale(model.perspective, foot);
    const ratio = place.width / (plan.widthCm * scale);
    return ratio > maxScale || ratio < 1 / maxScale;
  },
  'person covered': ({ place, model, onFace }) =>
    onFace > 0 || (place.surface !== 'person' && model.living.some((person) => overlap(place, person))),
  torn: ({ place, paint }) => isGarment(place) && tornShare(paint) > maxTorn,
  'outside the body': ({ place, beyondBody }) => isGarment(place) && beyondBody > 0.03,
  color: ({ chroma }) => chroma > 12,
  edges: ({ halo }) => halo > 16,
};

/** Returns the rules that a placed product breaks. */
export const brokenRules = (rendered: Rendered): Broken[] =>
  (Object.keys(rules) as Broken[]).filter((rule) => rules[rule](rendered));

const isGarment = ({ zone }: LocalPlacement): boolean =>
  zone === 'torso' || zone === 'full' || zone === 'legs';

const isOnSeat = (place: Rect, { kind, rect }: Thing): boolean =>
  getFacts(kind).seat !== undefined && overlap(place, rect);

function isSupported(place: LocalPlacement, model: SceneModel): boolean {
  const foot = place.y + place.height;
  const { height, outdoors, things, perspective } = model;
  switch (place.surface) {
    case 'person':
      return true;
    case 'wall':
      return !outdoors && foot < perspective.floorTop + 0.05 * height;
    case 'ceiling':
      return !outdoors;
    case 'seat':
      return things.some((thing) => isOnSeat(place, thing));
    case 'table':
      return model.supports.some(
        ({ x, width, y }) =>
          Math.abs(y - foot) < 0.03 * height &&
          place.x > x - place.width * 0.3 &&
          place.x + place.width < x + width + place.width * 0.3,
      );
    default: {
      // The lower edge cuts off what is closer than everything in the image.
      if (foot > height) return true;
      const below: Rect = { ...place, y: foot - 0.02 * height, height: 0.04 * height };
      return foot > perspective.horizon && meanIn(model.water, below) < 0.3 && !insideThing(below, model);
    }
  }
}

/** True where a product's foot is within a piece of furniture that reaches further down. */
const insideThing = (foot: Rect, { things }: SceneModel): boolean =>
  things.some(
    ({ kind, rect }) =>
      getFacts(kind).standsCm !== undefined &&
      rect.y + rect.height > foot.y + 2 * foot.height &&
      coveredShare(foot, rect) > 0.5,
  );

/**
 * Share of a garment's area in pieces apart from the largest, and in the holes that it encloses. The garment continues
 * behind an arm or hair in front of it.
 */
function tornShare({ pixels: { data, width, height }, hidden }: Paint): number {
  const isShown = (i: number) => data[i * 4 + 3]! > 128;
  const isWhole = (i: number) => data[i * 4 + 3]! + (hidden?.[i] ?? 0) > 128;
  const solid = Uint8Array.from({ length: width * height }, (_, i) => (isWhole(i) ? 1 : 0));
  const pieces = components(solid, width, height).map(({ pixels }) => pixels.filter(isShown).length);
  const total = pieces.reduce((sum, area) => sum + area, 0);
  const holes = components(
    solid.map((value) => 1 - value),
    width,
    height,
  ).filter(({ box }) => box.x > 0 && box.y > 0 && box.x + box.width < width && box.y + box.height < height);
  const lost = total - Math.max(0, ...pieces) + holes.reduce((sum, { area }) => sum + area, 0);
  return lost / Math.max(1, total);
}
