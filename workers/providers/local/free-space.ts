import { meanIn } from './integral.ts';
import { floorScale } from './perspective.ts';
import type { Item } from './placement.ts';
import { rugQuad } from './rug-perspective.ts';
import type { SceneModel } from './scene-analysis.ts';
import { clamp, type Rect, type Surface } from './types.ts';

/** One possible place; higher scores are better, below 0 something is hidden or floats. */
export interface Candidate {
  surface: Surface;
  rect: Rect;
  score: number;
  quad?: readonly [number, number][];
  cordTo?: number;
}

/** Largest share of the picture a thing may take, so that the scene stays the scene. */
const largest: Record<Surface, { width: number; height: number }> = {
  floor: { width: 0.66, height: 0.74 },
  rug: { width: 0.8, height: 0.4 },
  wall: { width: 0.4, height: 0.5 },
  table: { width: 0.4, height: 0.42 },
  ceiling: { width: 0.4, height: 0.58 },
  seat: { width: 0.34, height: 0.4 },
  person: { width: 0.3, height: 0.4 },
};
/** Smallest longest side, as a share of the scene's shorter side: a buyer must recognise the product. */
const smallest = 0.13;
/** A place on the surface the thing belongs on beats any place on the fall-back surface. */
const rightSurface = 3.2;

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

function sized(
  item: Item,
  scene: SceneModel,
  pixelsPerCm: number,
  surface: Surface,
): { width: number; height: number } {
  const limit = largest[surface];
  const wanted = item.plan.widthCm * pixelsPerCm;
  const floorSide = smallest * Math.min(scene.width, scene.height);
  const least = item.aspect >= 1 ? floorSide : floorSide * item.aspect;
  const most = Math.min(limit.width * scene.width, limit.height * scene.height * item.aspect);
  const width = Math.min(Math.max(wanted, least), most);
  return { width, height: width / item.aspect };
}

function steps(from: number, to: number, count: number): number[] {
  return Array.from({ length: count }, (_, i) => from + ((to - from) * i) / Math.max(1, count - 1));
}

/** 1 on the vertical third lines, 0 far from them. */
const onThirds = (scene: SceneModel, centre: number): number => {
  const share = centre / scene.width;
  return 1 - Math.min(1, Math.min(Math.abs(share - 0.29), Math.abs(share - 0.71)) / 0.25);
};

function floorPlaces(item: Item, scene: SceneModel, factor: number, nearness: number): Candidate[] {
  const { width, height, perspective } = scene;
  const rows = steps(Math.min(perspective.floorTop + height * 0.03, height * 0.9), height * 0.965, 10);
  return rows.flatMap((base) => {
    const size = sized(item, scene, floorScale(perspective, base) * factor * nearness, 'floor');
    const margin = width * 0.015;
    return steps(margin, width - size.width - margin, 29).map((x) => {
      const rect = { x, y: base - size.height, ...size };
      return { surface: 'floor' as const, rect, score: floorScore(scene, rect, base) };
    });
  });
}

function floorScore(scene: SceneModel, rect: Rect, base: number): number {
  const band = Math.max(rect.height * 0.1, scene.height * 0.025);
  const foot = {
    x: rect.x + rect.width * 0.06,
    y: base - band,
    width: rect.width * 0.88,
    height: band * 1.2,
  };
  const inFront = { x: rect.x, y: base, width: rect.width, height: scene.height - base };
  const sink = base > scene.height * 0.955 ? 0 : meanIn(scene.objects, inFront);
  const faceRisk = meanIn(scene.skin, rect) * meanIn(scene.objects, rect);
  return (
    0.55 +
    1.6 * meanIn(scene.floor, foot) -
    0.06 * meanIn(scene.clutter, foot) -
    1.3 * meanIn(scene.objects, rect) -
    0.05 * meanIn(scene.clutter, rect) -
    1.6 * sink -
    0.8 * faceRisk +
    0.35 * onThirds(scene, rect.x + rect.width / 2) +
    // Slightly nearer is better: bigger, and less likely behind something that was not recognised.
    0.5 * (base / scene.height - 0.8) -
    (rect.y < scene.height * 0.02 ? 1 : 0)
  );
}

function rugPlaces(item: Item, scene: SceneModel, factor: number): Candidate[] {
  const { width, height, perspective } = scene;
  const rows = steps(Math.min(perspective.floorTop + height * 0.1, height * 0.92), height * 0.975, 8);
  return rows.flatMap((near) =>
    steps(width * 0.2, width * 0.8, 13).map((centre) => {
      const quad = rugQuad(perspective, item.plan, factor, centre, near, width * largest.rug.width);
      const rect = {
        x: quad[3]![0],
        y: quad[0]![1],
        width: quad[2]![0] - quad[3]![0],
        height: quad[2]![1] - quad[0]![1],
      };
      const outside = rect.x < 0 || rect.x + rect.width > width ? 1 : 0;
      const score =
        0.4 +
        1.6 * meanIn(scene.floor, rect) -
        0.7 * meanIn(scene.objects, rect) -
        0.05 * meanIn(scene.clutter, rect) -
        outside * 2 -
        Math.abs(centre / width - 0.5) * 0.4;
      return { surface: 'rug' as const, rect, quad, score };
    }),
  );
}

function wallPlaces(item: Item, scene: SceneModel, factor: number): Candidate[] {
  const { width, height, perspective } = scene;
  const size = sized(item, scene, perspective.wallScale * factor, 'wall');
  const main = scene.mainObject;
  const mainCentre = main ? main.x + main.width / 2 : width / 2;
  const lowest = Math.min(perspective.floorTop - height * 0.05, height * 0.85) - size.height;
  const eye = Math.min(height * 0.34, lowest + size.height / 2);
  return steps(height * 0.03, Math.max(height * 0.04, lowest), 14).flatMap((y) =>
    steps(width * 0.03, width * 0.97 - size.width, 27).map((x) => {
      const rect = { x, y, ...size };
      const pad = Math.min(size.width, size.height) * 0.08;
      const wide = { x: x - pad, y: y - pad, width: size.width + 2 * pad, height: size.height + 2 * pad };
      const score =
        1.1 -
        2.6 * meanIn(scene.objects, wide) -
        0.16 * meanIn(scene.clutter, wide) -
        1.8 * Math.abs((y + size.height / 2 - eye) / height) -
        9 * Math.max(0, 0.2 - (y + size.height / 2) / height) -
        0.4 * Math.abs((x + size.width / 2 - mainCentre) / width);
      return { surface: 'wall' as const, rect, score };
    }),
  );
}

/** A photo that could not be cut out and finds no wall is inset in the quietest corner, like a catalogue's detail. */
function insetPlaces(item: Item, scene: SceneModel): Candidate[] {
  const area = 0.06 * scene.width * scene.height;
  const width = Math.min(Math.sqrt(area * item.aspect), 0.4 * scene.width);
  const size = { width, height: width / item.aspect };
  const margin = Math.min(scene.width, scene.height) * 0.04;
  return steps(margin, scene.height - margin - size.height, 5).flatMap((y) =>
    [margin, scene.width - margin - size.width].map((x) => {
      const rect = { x, y, ...size };
      const score =
        0.5 -
        0.4 * meanIn(scene.objects, rect) -
        0.8 * meanIn(scene.skin, rect) * meanIn(scene.objects, rect);
      return { surface: 'wall' as const, rect, score };
    }),
  );
}

/** Pictures and mirrors stand on the floor where no wall is free; a free wall always wins. */
function leaningPlaces(item: Item, scene: SceneModel, factor: number): Candidate[] {
  return floorPlaces(item, scene, factor, 0.9).map((place) => ({ ...place, score: place.score - 1.9 }));
}

function ceilingPlaces(item: Item, scene: SceneModel, factor: number): Candidate[] {
  const { width, height, perspective } = scene;
  const size = sized(item, scene, perspective.wallScale * 1.1 * factor, 'ceiling');
  const drops = item.touchesTop
    ? [0]
    : steps(height * 0.05, Math.max(height * 0.06, height * 0.42 - size.height), 4);
  return drops.flatMap((y) =>
    steps(width * 0.04, width * 0.96 - size.width, 33).map((x) => {
      const column = { x, y: 0, width: size.width, height: y + size.height };
      const score =
        1 -
        2 * meanIn(scene.objects, column) -
        0.1 * meanIn(scene.clutter, column) +
        0.3 * onThirds(scene, x + size.width / 2) -
        (y + size.height > height * 0.55 ? 0.5 : 0);
      return { surface: 'ceiling' as const, rect: { x, y, ...size }, score, ...(y > 0 ? { cordTo: y } : {}) };
    }),
  );
}

/** A table stands 75 cm below nothing in particular: its scale follows from how far its top is below the horizon. */
function tableScale(scene: SceneModel, y: number): number {
  const { horizon, cameraCm, wallScale } = scene.perspective;
  return clamp((y - horizon) / Math.max(20, cameraCm - 75), wallScale * 0.8, wallScale * 2);
}

function tablePlaces(item: Item, scene: SceneModel, factor: number): Candidate[] {
  return scene.supports.flatMap((support) => {
    const size = sized(item, scene, tableScale(scene, support.y) * factor, 'table');
    if (size.width > support.width * 0.95) return [];
    const inset = Math.min(size.width * 0.3, (support.width - size.width) / 2);
    return steps(support.x + inset, support.x + support.width - size.width - inset, 15).map((x) => {
      const rect = { x, y: support.y - size.height, ...size };
      const score =
        rightSurface +
        0.05 * support.score -
        0.2 * meanIn(scene.clutter, { ...rect, height: size.height * 0.9 }) +
        0.3 * onThirds(scene, x + size.width / 2);
      return { surface: 'table' as const, rect, score };
    });
  });
}

/** Seats lie about half-way up a sofa, armchair or bed; a narrow or low thing is no seat. */
function seatPlaces(item: Item, scene: SceneModel, factor: number): Candidate[] {
  const seat = scene.mainObject;
  if (!seat || seat.width < scene.width * 0.26 || seat.height < scene.height * 0.14) return [];
  // What has a table top is a table.
  if (scene.supports.some(({ x, width }) => x < seat.x + seat.width && seat.x < x + width)) return [];
  const bottom = seat.y + seat.height;
  if (bottom < scene.height * 0.55) return [];
  const wanted = floorScale(scene.perspective, Math.min(bottom, scene.height)) * factor;
  const size = sized(item, scene, Math.min(wanted, (seat.width * 0.42) / item.plan.widthCm), 'seat');
  const base = seat.y + seat.height * 0.53;
  // On an armchair the middle is the seat; on a sofa cushions lean in the corners.
  const shares =
    seat.width < seat.height * 1.5 ? [0.5, 0.45, 0.55, 0.38, 0.62] : [0.2, 0.26, 0.74, 0.8, 0.5, 0.38, 0.62];
  return shares.map((share, order) => {
    const rect = { x: seat.x + seat.width * share - size.width / 2, y: base - size.height, ...size };
    const score = rightSurface - 0.05 * meanIn(scene.clutter, rect) - 0.05 * order;
    return { surface: 'seat' as const, rect, score };
  });
}
