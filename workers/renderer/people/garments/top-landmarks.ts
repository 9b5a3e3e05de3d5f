import { clamp } from '../../pixels/clamp.ts';
import { sample } from '../../pixels/plane.ts';
import { distance, fromSegment, midway, normal, type Point, plus, unitVector } from '../../pixels/points.ts';
import type { Frame } from '../body/body.ts';
import type { Person } from '../body/read-person.ts';
import type { TopShape } from './garment-shape.ts';
import type { OldClothes } from './old-clothes.ts';

/** Seams of a top on the body; scene pixels. */
export interface Landmarks {
  /** Above the joints, on the upper edge of what is worn there. */
  shoulders: [Point, Point];
  middle: Point;
  /** Unit vector from the shoulders to the hips. */
  axis: Point;
  /** Shoulders to hem. */
  length: number;
  /** Half widths left and right of the axis from the shoulders to the hem, evenly spaced. */
  halves: Halves[];
  /** Direction across the body at a share of the length: shoulders and hips need not be parallel. */
  across: (t: number) => Point;
}

export interface Halves {
  left: number;
  right: number;
}

export const rowsAlong = 14;
/** Maximum distance of a seam above the joint; hair and raised arms are further up. Share of the unit. */
const highestSeam = 0.34;
export const usualSeam = 0.14;

/** `long` keeps a dress's own length; other tops are lengthened to hide a longer old one. */
export function landmarks(
  shape: TopShape,
  person: Person,
  frame: Frame,
  old: OldClothes,
  long: boolean,
): Landmarks {
  const [a, b] = frame.sides;
  const cloth = clothAt(person, old);
  const hips = midway(a.hip, b.hip);
  const axis = unitVector(midway(a.shoulder, b.shoulder), hips);
  const out = unitVector(a.shoulder, b.shoulder);
  const shoulders: [Point, Point] = [
    seamAbove(plus(a.shoulder, out, -frame.unit * 0.05), axis, frame.unit, cloth),
    seamAbove(plus(b.shoulder, out, frame.unit * 0.05), axis, frame.unit, cloth),
  ];
  const middle = midway(...shoulders);
  const torso = distance(middle, hips);
  const length = getLength(shape, frame, torso, long, oldBottom(person, old, middle, axis, torso));
  const low = unitVector(a.hip, b.hip);
  const across = (t: number): Point => {
    const share = clamp(t * 1.2, 0, 1);
    return normal({ x: out.x + (low.x - out.x) * share, y: out.y + (low.y - out.y) * share });
  };
  const body = { shoulders, middle, axis, length, across };
  return { ...body, halves: measuredHalves(body, frame, cloth, armholeShare(shape)) };
}

export type ClothAt = (p: Point) => number;

export const clothAt =
  (person: Person, old: OldClothes): ClothAt =>
  (p) =>
    sample(old.plane, p.x * person.scale - 0.5, p.y * person.scale - 0.5);

function seamAbove(joint: Point, axis: Point, unit: number, cloth: ClothAt): Point {
  let height = 0;
  while (height < highestSeam && cloth(plus(joint, axis, -height * unit)) > 0.5) height += 0.01;
  const seamFound = height >= 0.02 && height < highestSeam;
  return plus(joint, axis, -(seamFound ? height : usualSeam) * unit);
}

/** Row of the armholes as a share of the way from shoulders to hem. */
export const armholeShare = (shape: TopShape): number =>
  (shape.armpit - shape.shoulders[0].y) / (shape.hem - shape.shoulders[0].y);

function getLength(shape: TopShape, frame: Frame, torso: number, long: boolean, bottom: number): number {
  const top = (shape.shoulders[0].y + shape.shoulders[1].y) / 2;
  // Tops are about an eighth wider than the distance of the shoulder joints.
  const natural = ((shape.hem - top) / shape.width) * 1.12 * frame.unit;
  const length = long ? Math.max(natural, torso * 1.2) : clamp(natural, torso * 0.6, torso * 1.25);
  return bottom > length && bottom < length * 1.6 ? bottom * 1.02 : length;
}

/** How far down the axis the old clothes reach; a little beyond the image where its edge cuts them. */
function oldBottom(person: Person, old: OldClothes, middle: Point, axis: Point, torso: number): number {
  const { plane } = old;
  for (let d = torso * 1.5; d > torso * 0.7; d -= torso * 0.02) {
    const p = plus(middle, axis, d);
    const row = p.y * person.scale;
    if (row >= plane.height) continue;
    if (sample(plane, p.x * person.scale, row) > 0.5) return row >= plane.height - 3 ? d * 1.06 : d;
  }
  return 0;
}

/** Half widths of the body of the garment, up to the end of the old cloth or the start of an arm. */
function measuredHalves(
  body: Omit<Landmarks, 'halves'>,
  frame: Frame,
  cloth: ClothAt,
  armhole: number,
): Halves[] {
  const typical = distance(...body.shoulders) * 0.52;
  const half = (t: number, side: 0 | 1): number => {
    const arm = t > armhole ? frame.sides[side] : undefined;
    const centre = plus(body.middle, body.axis, t * body.length);
    const direction = plus({ x: 0, y: 0 }, body.across(t), side === 0 ? -1 : 1);
    const found = clothEnd({ centre, direction, typical, arm, unit: frame.unit }, cloth);
    return clamp(found ?? typical, typical * 0.72, typical * 1.5);
  };
  const halves = Array.from({ length: rowsAlong }, (_, k) => {
    const t = k / (rowsAlong - 1);
    return { left: half(t, 0), right: half(t, 1) };
  });
  // Between shoulder and armhole the arm cannot be separated from the body.
  const first = Math.max(
    0,
    halves.findIndex((_, k) => k / (rowsAlong - 1) > armhole + 0.06),
  );
  const extended = halves.map((own, k) => (k < first ? halves[first]! : own));
  return smoothed(smoothed(extended));
}

interface Ray {
  centre: Point;
  direction: Point;
  typical: number;
  /** The arm on this side, where it can hang beside the body. */
  arm: Frame['sides'][number] | undefined;
  unit: number;
}

function clothEnd({ centre, direction, typical, arm, unit }: Ray, cloth: ClothAt): number | undefined {
  let seen = false;
  for (let d = typical * 0.3; d < typical * 1.7; d += typical * 0.03) {
    const p = plus(centre, direction, d);
    if (arm && d > typical * 0.75 && fromSegment(p, arm.shoulder, arm.elbow) < unit * 0.12) return d;
    const inside = cloth(p) > 0.5;
    if (seen && !inside) return d;
    seen ||= inside;
  }
  return undefined;
}

/** Means of three neighbours. */
function smoothed(halves: Halves[]): Halves[] {
  const mean = (k: number, of: (halves: Halves) => number): number =>
    [k - 1, k, k + 1].reduce((sum, i) => sum + of(halves[clamp(i, 0, halves.length - 1)]!), 0) / 3;
  return halves.map((_, k) => ({ left: mean(k, ({ left }) => left), right: mean(k, ({ right }) => right) }));
}
