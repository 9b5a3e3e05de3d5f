import type { Candidate } from './candidate.ts';
import { ceilingPlaces, insetPlaces, wallPlaces } from './hanging-places.ts';
import type { Item } from './placement.ts';
import { rugPlaces } from './rug-places.ts';
import type { SceneModel } from './scene-analysis.ts';
import { floorPlaces, seatPlaces, tablePlaces } from './standing-places.ts';
import type { Rect } from './types.ts';

/** Every place worth trying for one product; a surface the scene does not offer falls back to the next. */
export function candidatesFor(
  item: Item,
  scene: SceneModel,
  factor: number,
  personScene: boolean,
): Candidate[] {
  const places = placesFor(item, scene, factor, personScene);
  const { person } = scene;
  if (!person) return places;
  return places.map((place) => ({ ...place, score: place.score - 5 * sharedArea(place.rect, person) }));
}

/** Share of the smaller rectangle that lies in the other. */
function sharedArea(a: Rect, b: Rect): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  if (width <= 0 || height <= 0) return 0;
  return (width * height) / Math.min(a.width * a.height, b.width * b.height);
}

function placesFor(item: Item, scene: SceneModel, factor: number, personScene: boolean): Candidate[] {
  switch (item.plan.surface) {
    case 'rug':
      return inSizes((size) => rugPlaces(item, scene, size));
    case 'wall':
      return item.plan.kind === 'framed'
        ? [...inSizes((size) => wallPlaces(item, scene, size)), ...insetPlaces(item, scene)]
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
 * What lies or hangs takes the size its own place allows: only things that stand side by side have to shrink
 * together. A smaller size must find a clearly better place.
 */
function inSizes(places: (size: number) => Candidate[]): Candidate[] {
  return [1, 0.82, 0.67, 0.52].flatMap((size) =>
    places(size).map((place) => ({ ...place, score: place.score - 1.4 * (1 - size) })),
  );
}

/** Clothes without a wearer hang on a wall; shoes and bags stand. */
const isGarment = ({ plan }: Item): boolean =>
  ['torso', 'legs', 'full', 'neck', 'head', 'face'].includes(plan.zone ?? '');

/** Pictures and mirrors stand on the floor where no wall is free; a free wall always wins. */
function leaningPlaces(item: Item, scene: SceneModel, factor: number): Candidate[] {
  return floorPlaces(item, scene, factor, 0.9).map((place) => ({ ...place, score: place.score - 1.9 }));
}
