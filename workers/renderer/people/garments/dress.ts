import type { Shadow } from '../../compose/shadow.ts';
import type { Pixels } from '../../pixels/pixels.ts';
import { sample } from '../../pixels/plane.ts';
import type { Rect } from '../../pixels/rect.ts';
import type { ProductPlan } from '../../products/classify.ts';
import type { Zone } from '../../zones.ts';
import { wearAccessory } from '../accessories/accessories.ts';
import { type Frame, getFrame } from '../body/body.ts';
import type { ClothesPart } from '../body/body-places.ts';
import { type CloseView, closeView } from '../body/close-view.ts';
import { type PersonModels, personModels } from '../body/models.ts';
import type { Pose } from '../body/pose.ts';
import { type Person, readPerson } from '../body/read-person.ts';
import { drawGarment } from './draw-garment.ts';
import { findOldClothes, type OldClothes } from './old-clothes.ts';
import { showsOldClothes } from './shows-old-clothes.ts';
import { wearBottom } from './wear-bottom.ts';
import { wearTop } from './wear-top.ts';
import type { Figure, Worn } from './worn.ts';

/** One product to be worn. */
export interface WornItem {
  index: number;
  plan: ProductPlan;
  /** Straight RGBA. */
  cutout: Pixels;
  /** Joints of the person who wears it in the product photo, in pixels of the cut-out. */
  joints?: Pose | undefined;
}

/** A person detected by the models, to be dressed. */
export interface Wearer {
  /** The models' input; `person` and `frame` are in its pixels. */
  view: CloseView;
  person: Person;
  frame: Frame;
  /** In the scene's pixels. */
  box: Rect;
  /** The clothes found on the person, by part. */
  clothes: Map<ClothesPart, OldClothes>;
}

/** Inner layers first. */
const order: Zone[] = ['feet', 'legs', 'full', 'torso', 'neck', 'shoulder', 'hand', 'wrist', 'face', 'head'];
const outer = ['jacket', 'coat'];
/** The clothes that a garment of each zone replaces; products of the other zones hide none. */
const getPart: Partial<Record<Zone, ClothesPart>> = { torso: 'top', full: 'both', legs: 'legs' };

/**
 * Finds the person to dress. Returns the error when the models are unavailable, undefined when there is no person.
 */
export async function findWearer(
  scene: Pixels,
  load: () => Promise<PersonModels | Error> = personModels,
): Promise<Wearer | Error | undefined> {
  const models = await load();
  if (models instanceof Error) return models;
  const view = await closeView(models.outline, scene);
  const person = view && (await readPerson(models, view.pixels, view.box));
  if (!person) return undefined;
  const frame = getFrame(person);
  return {
    view,
    person,
    frame,
    box: inSceneRect(person.box, view),
    clothes: new Map(),
  };
}

const getZone = ({ plan }: WornItem): Zone => plan.zone ?? 'torso';

/** The clothes that a garment replaces: one that hangs over the legs keeps those on the legs. */
const replacedBy = (zone: Zone, hangs: boolean): ClothesPart | undefined =>
  zone === 'full' && hangs ? 'top' : getPart[zone];

async function getClothes({ person, frame, clothes }: Wearer, part: ClothesPart): Promise<OldClothes> {
  const old = clothes.get(part) ?? (await findOldClothes(person, frame, part));
  clothes.set(part, old);
  return old;
}

/**
 * The products that could be put on, by index, in painting order. The others are placed beside the person. `pause` is
 * called after each garment, so that its garbage can be collected before the next.
 */
export async function dress(
  wearer: Wearer,
  items: WornItem[],
  pause?: () => void,
): Promise<Map<number, Worn>> {
  const rank = (item: WornItem) => (outer.includes(item.plan.kind) ? 3.5 : order.indexOf(getZone(item)));
  const layers = new Map<number, Worn>();
  for (const item of [...items].sort((p, q) => rank(p) - rank(q) || p.index - q.index)) {
    const layer = await wear(wearer, item);
    if (layer) layers.set(item.index, movedWorn(layer, wearer.view));
    if (getPart[getZone(item)]) pause?.();
  }
  return layers;
}

async function wear(wearer: Wearer, item: WornItem): Promise<Worn | undefined> {
  const { plan, cutout, joints } = item;
  const zone = getZone(item);
  const part = replacedBy(zone, joints !== undefined);
  const figure: Figure = { ...wearer, scene: wearer.view.pixels };
  if (!part) return wearAccessory({ cutout, zone, widthCm: plan.widthCm }, figure);
  const drawing = await getDrawing(figure, item, part, await getClothes(wearer, part));
  const drawn = drawing && (await drawGarment(drawing));
  // Without sleeves it is worn over the old clothes.
  if (!drawn || part === 'legs' || !drawing.closed) return drawn;
  return showsOldClothes(drawn, drawing, figure, zone === 'torso') ? undefined : drawn;
}

/** The drawing of a garment on the person; undefined when its outline does not show how it is worn. */
function getDrawing(figure: Figure, { plan, cutout, joints }: WornItem, part: ClothesPart, old: OldClothes) {
  if (part === 'legs') return wearBottom(cutout, figure, old, plan.kind === 'trousers');
  return wearTop(cutout, figure, old, plan.zone === 'full', joints);
}

const inSceneRect = (rect: Rect, { x, y }: CloseView): Rect => ({ ...rect, x: rect.x + x, y: rect.y + y });

const movedWorn = ({ under, shadow, ...layer }: Worn, view: CloseView): Worn => ({
  ...layer,
  rect: inSceneRect(layer.rect, view),
  under: under && { ...under, rect: inSceneRect(under.rect, view) },
  shadow: shadow && { ...shadow, rect: inSceneRect(shadow.rect, view) },
});

/** Limits a garment's shadow to the wearer, without the face: the wall behind is too far away. */
export function onWearer(shadow: Shadow, { person, frame, view }: Wearer): Shadow {
  const { rect, plane } = shadow;
  const data = plane.data.map((lost, i) => {
    const x = rect.x - view.x + (((i % plane.width) + 0.5) * rect.width) / plane.width;
    const y = rect.y - view.y + ((Math.floor(i / plane.width) + 0.5) * rect.height) / plane.height;
    if (lost === 0 || (frame.head && y < frame.head.chin.y)) return 0;
    const inside = sample(person.mask, x * person.scale - 0.5, y * person.scale - 0.5);
    return inside < 0.5 ? 0 : lost * Math.min(1, (inside - 0.5) * 3);
  });
  return { rect, plane: { ...plane, data } };
}
