import { clamp } from '../../pixels/clamp.ts';
import { sample } from '../../pixels/plane.ts';
import { distance, fromSegment, midway, normal, type Point, plus, unitVector } from '../../pixels/points.ts';
import type { Frame } from '../body/body.ts';
import type { Person } from '../body/read-person.ts';
import type { TopShape } from './garment-shape.ts';
import type { OldClothes } from './old-clothes.ts';

/** Seams of a top on the body; scene pixels. */
export interface Landmarks {
  /** Above the joints. */
  shoulders: [Point, Point];
  middle: Point;
  /** Unit vector from the shoulders to the hips. */
  axis: Point;
  /** Shoulders to hem, and to where skirts begin to hang. */
  length: number;
  hips: number;
  /** The lower edge of the image. */
  bottom: number;
  /** Half widths left and right of the axis from the shoulders to the hem, evenly spaced. */
  halves: Halves[];
  /** Direction across the body at a share of the length: shoulders and hips need not be parallel. */
  across: (t: number) => Point;
}

export interface Halves {
  left: number;
  right: number;
}

const rowsAlong = 14;
/** How far seams are above the joints of the shoulders, shoulder widths. */
export const seam = 0.14;

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
    plus(plus(a.shoulder, out, -frame.unit * 0.05), axis, -seam * frame.unit),
    plus(plus(b.shoulder, out, frame.unit * 0.05), axis, -seam * frame.unit),
  ];
  const middle = midway(...shoulders);
  const torso = distance(middle, hips);
  const starts = [-0.3, 0, 0.3].map((aside) => plus(middle, out, aside * frame.unit));
  const bottoms = starts.map((start) => oldBottom(person, old, start, axis, torso));
  const length = getLength(shape, frame, torso, long, Math.max(...bottoms));
  const low = unitVector(a.hip, b.hip);
  const across = (t: number): Point => {
    const share = clamp(t * 1.2, 0, 1);
    return normal({ x: out.x + (low.x - out.x) * share, y: out.y + (low.y - out.y) * share });
  };
  const body = {
    shoulders,
    middle,
    axis,
    length,
    hips: torso * (long ? 0.95 : 2),
    bottom: person.mask.height / person.scale,
    across,
  };
  return { ...body, halves: measuredHalves(body, frame, cloth, armholeShare(shape)) };
}

export type ClothAt = (p: Point) => number;

export const clothAt =
  (person: Person, old: OldClothes): ClothAt =>
  (p) =>
    sample(old.plane, p.x * person.scale - 0.5, p.y * person.scale - 0.5);

/** Row of the armholes as a share of the way from shoulders to hem. */
export const armholeShare = (shape: TopShape): number =>
  (shape.armpit - shape.shoulders[0].y) / (shape.hem - shape.shoulders[0].y);

/** At the length of its photo's wearer or its own; a top is lengthened a little to hide a longer old one. */
function getLength(shape: TopShape, frame: Frame, torso: number, long: boolean, bottom: number): number {
  const top = (shape.shoulders[0].y + shape.shoulders[1].y) / 2;
  // Tops are about an eighth wider than the distance of the shoulder joints.
  const scale = shape.torso ? torso / shape.torso : (1.12 * frame.unit) / shape.width;
  const natural = (shape.hem - top) * scale;
  const length = long ? Math.max(natural, torso * 1.2) : clamp(natural, torso * 0.6, torso * 1.25);
  return clamp(bottom * 1.02, length, length * longestStretch);
}

/** Maximum factor by which a top is lengthened. */
const longestStretch = 1.4;

/** How far down from a point of the shoulders the old clothes reach; a little beyond the image where its edge cuts them. */
function oldBottom(person: Person, old: OldClothes, start: Point, axis: Point, torso: number): number {
  const { plane } = old;
  for (let d = torso * 1.5; d > torso * 0.7; d -= torso * 0.02) {
    const p = plus(start, axis, d);
    const row = p.y * person.scale;
    if (row >= plane.height) continue;
    if (sample(plane, p.x * person.scale, row) > 0.5) return row >= plane.height - 3 ? d * 1.06 : d;
  }
  return 0;
}

/** Half widths of the body of the garment, up to the end of the old cloth or the start of an arm. */
function measuredHalves(
  { shoulders, middle, axis, length, across }: Omit<Landmarks, 'halves'>,
  { sides, unit }: Frame,
  cloth: ClothAt,
  armhole: number,
): Halves[] {
  const typical = distance(...shoulders) * 0.52;
  const half = (t: number, side: 0 | 1): number => {
    const { shoulder, elbow } = sides[side];
    let isSeen = false;
    for (let d = typical * 0.72; d < typical * 1.5; d += typical * 0.03) {
      const p = plus(plus(middle, axis, t * length), across(t), side === 0 ? -d : d);
      if (d > typical * 0.75 && fromSegment(p, shoulder, elbow) < unit * 0.12) return d;
      if (isSeen && cloth(p) <= 0.5) return d;
      isSeen ||= cloth(p) > 0.5;
    }
    return isSeen ? typical * 1.5 : typical;
  };
  const halves = Array.from({ length: rowsAlong }, (_, k) => {
    // Between shoulder and armhole the arm cannot be separated from the body.
    const t = Math.max(k / (rowsAlong - 1), armhole + 0.06);
    return { left: half(t, 0), right: half(t, 1) };
  });
  return smoothed(smoothed(halves));
}

/** Means of three neighbours. */
function smoothed(halves: Halves[]): Halves[] {
  const mean = (k: number, of: (halves: Halves) => number): number =>
    [k - 1, k, k + 1].reduce((sum, i) => sum + of(halves[clamp(i, 0, halves.length - 1)]!), 0) / 3;
  return halves.map((_, k) => ({ left: mean(k, ({ left }) => left), right: mean(k, ({ right }) => right) }));
}
