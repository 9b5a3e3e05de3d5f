import type { Rect } from '../../pixels/rect.ts';

/** A thing that the detector sees in the scene. */
export interface Thing {
  kind: ThingKind;
  /** 0–1; at least `getCertainScore` of its kind. */
  score: number;
  /** Scene pixels, inside the scene. */
  rect: Rect;
}

/** The facts about a kind of thing that placement relies on. */
export interface ThingFacts {
  /** No product covers it. */
  living?: true;
  /** Typical height of one that stands on the floor. */
  standsCm?: number;
  /** Typical height of one that stands on a table. */
  onTableCm?: number;
  /** Height of the seat as a share of the thing's own height. */
  seat?: number;
  /** A table top: how far below its upper edge a product stands, as a share of its width. */
  top?: number;
  /** Found only in rooms. */
  indoors?: true;
}

/** COCO's classes in the detector's order. */
const names = [
  ...['person', 'bicycle', 'car', 'motorcycle', 'airplane', 'bus', 'train', 'truck', 'boat', 'traffic light'],
  ...['fire hydrant', 'stop sign', 'parking meter', 'bench', 'bird', 'cat', 'dog', 'horse', 'sheep', 'cow'],
  ...['elephant', 'bear', 'zebra', 'giraffe', 'backpack', 'umbrella', 'handbag', 'tie', 'suitcase'],
  ...['frisbee', 'skis', 'snowboard', 'sports ball', 'kite', 'baseball bat', 'baseball glove', 'skateboard'],
  ...['surfboard', 'tennis racket', 'bottle', 'wine glass', 'cup', 'fork', 'knife', 'spoon', 'bowl'],
  ...['banana', 'apple', 'sandwich', 'orange', 'broccoli', 'carrot', 'hot dog', 'pizza', 'donut', 'cake'],
  ...['chair', 'couch', 'potted plant', 'bed', 'dining table', 'toilet', 'tv', 'laptop', 'mouse', 'remote'],
  ...['keyboard', 'cell phone', 'microwave', 'oven', 'toaster', 'sink', 'refrigerator', 'book', 'clock'],
  ...['vase', 'scissors', 'teddy bear', 'hair drier', 'toothbrush'],
] as const;
export type ThingKind = (typeof names)[number];

const facts: Partial<Record<ThingKind, ThingFacts>> = {
  person: { living: true, standsCm: 168 },
  bird: { living: true },
  cat: { living: true },
  dog: { living: true, standsCm: 55 },
  horse: { living: true, standsCm: 165 },
  sheep: { living: true, standsCm: 80 },
  cow: { living: true, standsCm: 145 },
  elephant: { living: true },
  bear: { living: true },
  zebra: { living: true },
  giraffe: { living: true },
  bicycle: { standsCm: 100 },
  motorcycle: { standsCm: 110 },
  car: { standsCm: 150 },
  bench: { standsCm: 80, seat: 0.5 },
  suitcase: { standsCm: 65 },
  chair: { standsCm: 84, seat: 0.56 },
  couch: { standsCm: 82, seat: 0.6, indoors: true },
  bed: { seat: 0.5, indoors: true },
  'dining table': { standsCm: 75, top: 0.06, indoors: true },
  toilet: { standsCm: 75, indoors: true },
  oven: { standsCm: 88, indoors: true },
  refrigerator: { standsCm: 172, indoors: true },
  tv: { indoors: true },
  microwave: { onTableCm: 28, indoors: true },
  toaster: { onTableCm: 19, indoors: true },
  laptop: { onTableCm: 23 },
  bottle: { onTableCm: 25 },
  'wine glass': { onTableCm: 20 },
  cup: { onTableCm: 10 },
  bowl: { onTableCm: 8 },
  clock: { onTableCm: 17 },
  vase: { onTableCm: 24 },
};

/** Kinds whose feet show a table top although their size says nothing. */
const onTables: readonly ThingKind[] = [
  'potted plant',
  'book',
  'cell phone',
  'teddy bear',
  'keyboard',
  'mouse',
];

const nothing: ThingFacts = {};

export const getFacts = (kind: ThingKind): ThingFacts => facts[kind] ?? nothing;

export const standsOnTables = (kind: ThingKind): boolean =>
  getFacts(kind).onTableCm !== undefined || onTables.includes(kind);

/** Minimum score of most things: measured on rooms, lower ones are as often wrong as right. */
export const certain = 0.29;
/** A person who is none costs a place; tables and seats were right down to these scores. */
const lower = { living: 0.2, top: 0.17, seat: 0.25 };
/** A small thing that may be another one still shows where a surface is: better than the floor for a cup. */
const weakest = 0.17;

/** Returns the score from which on the detector reports a thing of a kind. */
export const getLeastScore = (kind: ThingKind): number =>
  standsOnTables(kind) ? weakest : getCertainScore(kind);

/** Returns the score from which on a thing of a kind is believed. */
export function getCertainScore(kind: ThingKind): number {
  const { living, top, seat } = getFacts(kind);
  if (living) return lower.living;
  if (top !== undefined) return lower.top;
  return seat === undefined ? certain : lower.seat;
}

export const kindAt = (index: number): ThingKind | undefined => names[index];
