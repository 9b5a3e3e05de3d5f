import { cardAspect, cardPlan } from '../compose/product-card.ts';
import { meanIn } from '../pixels/integral.ts';
import type { Rect } from '../pixels/rect.ts';
import type { SceneModel } from '../scene/scene-analysis.ts';
import { type Candidate, sharedArea } from './candidate.ts';
import { ceilingPlaces, insetPlaces, wallPlaces } from './hanging-places.ts';
import type { Item } from './item.ts';
import { rugPlaces } from './rug-places.ts';
import { floorPlaces, seatPlaces, tablePlaces } from './standing-places.ts';

/** Every candidate place for one product; where the scene lacks a surface, the next suitable one is used. */
export function candidatesFor(
  item: Item,
  scene: SceneModel,
  factor: number,
  personScene: boolean,
): Candidate[] {
  return avoidPerson(placesFor(item, scene, factor, personScene), scene);
}

/**
 * Lowers the scores of places in front of a person; where a person fills the picture, at least face and chest stay
 * free, which are in the middle of the upper part.
 */
function avoidPerson(places: Candidate[], { person }: SceneModel): Candidate[] {
  if (!person) return places;
  const core = {
    x: person.x + person.width * 0.2,
    y: person.y,
    width: person.width * 0.6,
    height: person.height * 0.7,
  };
  return places.map((place) => {
    const hidden = 5 * sharedArea(place.rect, person) + 4 * sharedArea(place.rect, core);
    return { ...place, score: place.score - hidden };
  });
}

function placesFor(item: Item, scene: SceneModel, factor: number, personScene: boolean): Candidate[] {
  switch (item.plan.surface) {
    case 'rug':
      return inSizes((size) => rugPlaces(item, scene, size));
    case 'wall':
      return item.plan.kind === 'framed'
        ? [...inSizes((size) => onWall(item, scene, size)), ...insetPlaces(item, scene)]
        : [...inSizes((size) => wallPlaces(item, scene, size)), ...leaningPlaces(item, scene, factor)];
    case 'ceiling':
      return inSizes((size) => ceilingPlaces(item, scene, size));
    case 'table':
      return [...tablePlaces(item, scene, factor), ...floorPlaces(item, scene, factor, 1.25)];
    case 'seat':
      return [...seatPlaces(item, scene, factor), ...floorPlaces(item, scene, factor, 1)];
    case 'person':
      return personScene || isGarment(item)
        ? wallPlaces(item, scene, factor)
        : [...tablePlaces(item, scene, factor), ...floorPlaces(item, scene, factor, 1.25)];
    default:
      return floorPlaces(item, scene, factor, 1);
  }
}

/**
 * True where a picture hangs on bare wall, not across the edge of a cupboard, and is large enough to be
 * recognised.
 */
const isBare = ({ objects, width, height }: SceneModel, rect: Rect): boolean =>
  meanIn(objects, rect) < 0.1 && rect.width * rect.height > 0.022 * width * height;

const onWall = (item: Item, scene: SceneModel, size: number): Candidate[] =>
  wallPlaces(item, scene, size).filter(({ score, rect }) => score > 0 && isBare(scene, rect));

/**
 * Places for a framed picture of the product: a free wall, else a quiet corner. Their scores are between those of
 * believable and unbelievable places and keep their order.
 */
export function cardsFor(item: Item, scene: SceneModel): Candidate[] {
  if (item.plan.kind === 'framed') return [];
  // A product for the wall hangs on any bare wall itself, and a picture needs no second frame.
  const hangs = item.plan.surface === 'wall';
  const card = { ...item, plan: cardPlan, aspect: cardAspect(item.aspect) };
  const walls = inSizes((size) => onWall(hangs ? item : card, scene, size)).map((place) => ({
    ...place,
    score: place.score + 1,
    ...(hangs ? {} : { card: item.plan.surface }),
  }));
  const insets =
    item.plan.kind === 'picture'
      ? insetPlaces(item, scene)
      : insetPlaces(card, scene).map((place) => ({ ...place, card: item.plan.surface }));
  return avoidPerson([...walls, ...insets], scene).map((place) => ({
    ...place,
    score: 0.08 + 0.05 * Math.tanh(place.score / 5),
  }));
}

/**
 * A product that lies or hangs takes the size its place allows; only products that stand side by side shrink
 * together. A smaller size must find a clearly better place.
 */
function inSizes(places: (size: number) => Candidate[]): Candidate[] {
  return [1, 0.82, 0.67, 0.52].flatMap((size) =>
    places(size).map((place) => ({ ...place, score: place.score - 1.4 * (1 - size) })),
  );
}

/** Clothes without a person to wear them hang on a wall; shoes and bags stand. */
const isGarment = ({ plan }: Item): boolean =>
  ['torso', 'legs', 'full', 'neck', 'head', 'face'].includes(plan.zone ?? '');

/**
 * Pictures and mirrors lean on the wall where its upper part is occupied; a free wall always scores higher. The
 * floor must end behind them, or there is no wall to lean on.
 */
function leaningPlaces(item: Item, scene: SceneModel, factor: number): Candidate[] {
  return floorPlaces(item, scene, factor, 0.9).map((place) => {
    const { rect } = place;
    const behind = meanIn(scene.floor, {
      ...rect,
      y: rect.y + rect.height * 0.6,
      height: rect.height * 0.25,
    });
    return { ...place, score: place.score - 1.9 - 2 * behind };
  });
}
