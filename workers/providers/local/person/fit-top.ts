import { sample } from '../plane.ts';
import { clamp } from '../types.ts';
import {
  between,
  distance,
  type Frame,
  fromSegment,
  midway,
  normal,
  type Point,
  plus,
  unitVector,
} from './body.ts';
import type { Sleeve, TopShape } from './garment-shape.ts';
import type { Mesh } from './mesh.ts';
import type { OldClothes } from './old-clothes.ts';
import type { Person } from './read-person.ts';

/** A top laid onto a body: meshes from its photo to the scene. `cover` meshes only hide what was worn before. */
export interface FittedTop {
  torso: Mesh;
  torsoCover: Mesh;
  sleeves: Mesh[];
  sleevesCover: Mesh[];
  /** Points above both shoulders where the seams lie now. */
  shoulders: readonly [Point, Point];
  /** From the shoulders to the hem. */
  axis: Point;
  length: number;
  /** How far the new sleeves reach along each arm, scene pixels; 0 without sleeves. */
  reach: [number, number];
  /** The same for the old sleeves. */
  worn: [number, number];
}

interface Landmarks {
  shoulders: [Point, Point];
  middle: Point;
  axis: Point;
  length: number;
  /** Half widths left and right of the axis from the shoulders to the hem, evenly spaced. */
  halves: { left: number; right: number }[];
  across: (t: number) => Point;
}

const rowsAlong = 14;

/** Lays a top over the body in `frame`; `long` keeps a dress's own length. */
export function fitTop(
  shape: TopShape,
  person: Person,
  frame: Frame,
  old: OldClothes,
  long: boolean,
): FittedTop {
  const body = landmarks(shape, person, frame, old, long);
  const scale = distance(...body.shoulders) / Math.max(1, distance(...shape.shoulders));
  const sleeves: Mesh[] = [];
  const sleevesCover: Mesh[] = [];
  const reach: [number, number] = [0, 0];
  const worn = ([0, 1] as const).map((side) => oldSleeve(person, frame, old, side)) as [number, number];
  for (const side of [0, 1] as const) {
    const sleeve = shape.sleeves[side];
    if (!sleeve) continue;
    const length = sleeveLength(sleeve, frame, side, scale, shape, worn[side]);
    reach[side] = length;
    sleeves.push(sleeveMesh(sleeve, body, frame, side, scale, shape, length, 1, 1.08));
    sleevesCover.push(sleeveMesh(sleeve, body, frame, side, scale, shape, length, 1.25, 1.6));
  }
  return {
    torso: torsoMesh(shape, body, [-0.02, 1.02], 1.02),
    torsoCover: torsoMesh(shape, body, [-1, 2], 1.35),
    sleeves,
    sleevesCover,
    shoulders: body.shoulders,
    axis: body.axis,
    length: body.length,
    reach,
    worn,
  };
}

function landmarks(shape: TopShape, person: Person, frame: Frame, old: OldClothes, long: boolean): Landmarks {
  const [a, b] = frame.sides;
  const middleOfHips = midway(a.hip, b.hip);
  const joints = midway(a.shoulder, b.shoulder);
  const axis = unitVector(joints, middleOfHips);
  const out = unitVector(a.shoulder, b.shoulder);
  const cloth = (p: Point) => sample(old.plane, p.x * person.scale - 0.5, p.y * person.scale - 0.5);
  const lift = (joint: Point, sign: number): Point => {
    const base = plus(joint, out, sign * frame.unit * 0.05);
    let height = 0;
    while (height < 0.34 && cloth(plus(base, axis, -height * frame.unit)) > 0.5) height += 0.01;
    return plus(base, axis, -(height < 0.02 || height >= 0.34 ? 0.14 : height) * frame.unit);
  };
  const shoulders: [Point, Point] = [lift(a.shoulder, -1), lift(b.shoulder, 1)];
  const middle = midway(...shoulders);
  const sourceTop = (shape.shoulders[0].y + shape.shoulders[1].y) / 2;
  const lifted = distance(middle, middleOfHips);
  const natural = ((shape.hem - sourceTop) / shape.width) * 1.12 * frame.unit;
  let length = long ? Math.max(natural, lifted * 1.2) : clamp(natural, lifted * 0.6, lifted * 1.25);
  const bottom = oldBottom(person, old, middle, axis, lifted);
  if (bottom > length && bottom < length * 1.4) length = bottom * 1.02;
  const hipsAcross = unitVector(a.hip, b.hip);
  const across = (t: number): Point => {
    const share = clamp(t * 1.2, 0, 1);
    return normal({ x: out.x + (hipsAcross.x - out.x) * share, y: out.y + (hipsAcross.y - out.y) * share });
  };
  const body = { shoulders, middle, axis, length, across };
  return { ...body, halves: measuredHalves(body, frame, cloth, shape) };
}

/** How far down the axis the old clothes reach, 0 when they leave the picture. */
function oldBottom(person: Person, old: OldClothes, middle: Point, axis: Point, torso: number): number {
  const { plane } = old;
  for (let d = torso * 1.5; d > torso * 0.7; d -= torso * 0.02) {
    const p = plus(middle, axis, d);
    const row = p.y * person.scale;
    if (row >= plane.height) continue;
    if (sample(plane, p.x * person.scale, row) > 0.5) return row >= plane.height - 3 ? 0 : d;
  }
  return 0;
}

/** Half widths of the body of the garment: out to where the old cloth ends or an arm begins. */
function measuredHalves(
  body: Omit<Landmarks, 'halves'>,
  frame: Frame,
  cloth: (p: Point) => number,
  shape: TopShape,
): { left: number; right: number }[] {
  const usual = distance(...body.shoulders) * 0.52;
  const armhole = (shape.armpit - shape.shoulders[0].y) / (shape.hem - shape.shoulders[0].y);
  const reach = (t: number, side: 0 | 1): number | undefined => {
    const centre = plus(body.middle, body.axis, t * body.length);
    const direction = body.across(t);
    const { shoulder, elbow } = frame.sides[side];
    const step = usual * 0.03;
    let seen = false;
    for (let d = usual * 0.3; d < usual * 1.7; d += step) {
      const p = plus(centre, direction, side === 0 ? -d : d);
      const inside = cloth(p) > 0.5;
      if (t > armhole && d > usual * 0.75 && fromSegment(p, shoulder, elbow) < frame.unit * 0.12) return d;
      if (seen && !inside) return d;
      seen ||= inside;
    }
    return undefined;
  };
  const halves = Array.from({ length: rowsAlong }, (_, k) => {
    const t = k / (rowsAlong - 1);
    const half = (side: 0 | 1) => clamp(reach(t, side) ?? usual, usual * 0.72, usual * 1.5);
    return { left: half(0), right: half(1) };
  });
  const first = halves.findIndex((_, k) => k / (rowsAlong - 1) > armhole + 0.06);
  for (let k = 0; k < first; k++) halves[k] = { ...halves[Math.max(first, 0)]! };
  return smooth(smooth(halves));
}

function smooth(halves: { left: number; right: number }[]): { left: number; right: number }[] {
  return halves.map((_, k) => {
    const near = [k - 1, k, k + 1].map((i) => halves[clamp(i, 0, halves.length - 1)]!);
    return {
      left: near.reduce((sum, { left }) => sum + left, 0) / 3,
      right: near.reduce((sum, { right }) => sum + right, 0) / 3,
    };
  });
}

function torsoMesh(
  shape: TopShape,
  body: Landmarks,
  [from, to]: readonly [number, number],
  end: number,
): Mesh {
  const columns = 17;
  const top = (shape.shoulders[0].y + shape.shoulders[1].y) / 2;
  const scale = distance(...body.shoulders) / Math.max(1, distance(...shape.shoulders));
  const above = Math.max(top * 1.05, shape.width * 0.12);
  const levels = [
    ...Array.from({ length: 8 }, (_, k) => top - above * (1 - k / 8)),
    ...Array.from({ length: 22 }, (_, k) => top + (shape.hem - top) * end * (k / 21)),
  ];
  const target: Point[] = [];
  const source: Point[] = [];
  for (const level of levels) {
    const t = (level - top) / (shape.hem - top);
    const edges = sourceEdges(shape, level);
    const centre =
      t < 0
        ? plus(body.middle, body.axis, (level - top) * scale)
        : plus(body.middle, body.axis, t * body.length);
    const direction = body.across(Math.max(0, t));
    const half = halvesAt(shape, body, t, scale);
    for (let column = 0; column < columns; column++) {
      const u = from + ((to - from) * column) / (columns - 1);
      target.push(plus(centre, direction, -half.left + (half.left + half.right) * u));
      source.push({ x: edges.left + (edges.right - edges.left) * u, y: level });
    }
  }
  return { columns, rows: levels.length, target, source };
}

/** From the seams on the shoulders to the measured sides below the armholes; the hem beyond keeps its last width. */
function halvesAt(
  shape: TopShape,
  body: Landmarks,
  t: number,
  scale: number,
): { left: number; right: number } {
  const shoulder = distance(...body.shoulders) / 2;
  if (t <= 0) return { left: shoulder, right: shoulder };
  const at = clamp(t, 0, 1) * (rowsAlong - 1);
  const k = Math.min(rowsAlong - 2, Math.floor(at));
  const lower = body.halves[k]!;
  const upper = body.halves[k + 1]!;
  const left = lower.left + (upper.left - lower.left) * (at - k);
  const right = lower.right + (upper.right - lower.right) * (at - k);
  const armhole = (shape.armpit - shape.shoulders[0].y) / (shape.hem - shape.shoulders[0].y);
  const share = clamp(t / Math.max(0.05, armhole), 0, 1);
  const eased = share * share * (3 - 2 * share);
  void scale;
  return { left: shoulder + (left - shoulder) * eased, right: shoulder + (right - shoulder) * eased };
}

/** Left and right edge of the body of the garment in its photo at one row. */
function sourceEdges(shape: TopShape, level: number): { left: number; right: number } {
  const [a, b] = shape.shoulders;
  const first = shape.sides[0]!;
  const start = shape.armpit;
  if (level <= a.y) return { left: a.x, right: b.x };
  if (level < start) {
    const share = (level - a.y) / Math.max(1, start - a.y);
    return { left: a.x + (first.left - a.x) * share, right: b.x + (first.right - b.x) * share };
  }
  const at = clamp((level - start) / Math.max(1, shape.hem - start), 0, 1) * (shape.sides.length - 1);
  const k = Math.min(shape.sides.length - 2, Math.floor(at));
  const lower = shape.sides[k]!;
  const upper = shape.sides[k + 1]!;
  return {
    left: lower.left + (upper.left - lower.left) * (at - k),
    right: lower.right + (upper.right - lower.right) * (at - k),
  };
}

function sleeveMesh(
  sleeve: Sleeve,
  body: Landmarks,
  frame: Frame,
  side: 0 | 1,
  scale: number,
  shape: TopShape,
  length: number,
  end: number,
  wide: number,
): Mesh {
  const limb = frame.sides[side];
  const seam = body.shoulders[side];
  const opening = distance(shape.shoulders[side], shape.armpits[side]) * scale;
  const root = plus(seam, body.axis, opening / 2);
  const columns = 9;
  const rows = 16;
  const target: Point[] = [];
  const source: Point[] = [];
  const weight: number[] = [];
  for (let row = 0; row < rows; row++) {
    const f = (end * row) / (rows - 1);
    const slice = sliceAt(sleeve, f);
    const bone = alongArm(limb, f * length);
    const settle = Math.max(0, 1 - f * 1.6);
    const centre = {
      x: bone.at.x + (root.x - limb.shoulder.x) * settle,
      y: bone.at.y + (root.y - limb.shoulder.y) * settle,
    };
    const half = Math.min(slice.half * scale, frame.unit * 0.3);
    for (let column = 0; column < columns; column++) {
      const v = wide * (-1 + (2 * column) / (columns - 1));
      target.push(plus(centre, bone.across, v * half));
      source.push(plus(slice.centre, slice.across, v * slice.half));
      // The root melts into the shoulder: a hard edge there looks cut out with scissors.
      weight.push(clamp(f / 0.22, 0, 1));
    }
  }
  return { columns, rows, target, source, weight };
}

/** Turned shoulders look short; the arms keep their length. A short sleeve is let out to hide a short old one. */
function sleeveLength(
  sleeve: Sleeve,
  frame: Frame,
  side: 0 | 1,
  scale: number,
  shape: TopShape,
  worn: number,
): number {
  const limb = frame.sides[side];
  const upper = distance(limb.shoulder, limb.elbow);
  const arm = upper + distance(limb.elbow, limb.wrist);
  if (sleeve.length > shape.width * 0.8) return arm * 0.98;
  const natural = Math.max(scale, (frame.unit * 1.1) / Math.max(1, distance(...shape.shoulders)));
  const own = Math.min(sleeve.length * natural, arm * 0.5);
  return worn > own && worn < upper * 1.05 ? worn * 1.04 : own;
}

/** How far the old sleeve reaches along the arm. */
function oldSleeve(person: Person, frame: Frame, old: OldClothes, side: 0 | 1): number {
  const limb = frame.sides[side];
  const arm = distance(limb.shoulder, limb.elbow) + distance(limb.elbow, limb.wrist);
  let reach = 0;
  for (let d = 0; d <= arm; d += arm * 0.02) {
    const { at } = alongArm(limb, d);
    if (sample(old.plane, at.x * person.scale - 0.5, at.y * person.scale - 0.5) > 0.5) reach = d;
    else if (d - reach > arm * 0.12) break;
  }
  return reach;
}

function sliceAt(sleeve: Sleeve, f: number): { centre: Point; half: number; across: Point } {
  const count = sleeve.slices.length - 1;
  const at = Math.min(f, 1) * count;
  const k = Math.min(count - 1, Math.floor(at));
  const a = sleeve.slices[k]!;
  const b = sleeve.slices[k + 1]!;
  const first = sleeve.slices[0]!.centre;
  const last = sleeve.slices.at(-1)!.centre;
  const along = unitVector(first, last);
  const beyond = Math.max(0, f - 1) * distance(first, last);
  const centre = plus(between(a.centre, b.centre, at - k), along, beyond);
  return { centre, half: a.half + (b.half - a.half) * (at - k), across: { x: -along.y, y: along.x } };
}

/** A point `length` along shoulder–elbow–wrist, and the direction across the arm there. */
function alongArm(limb: Frame['sides'][number], length: number): { at: Point; across: Point } {
  const upper = distance(limb.shoulder, limb.elbow);
  const first = unitVector(limb.shoulder, limb.elbow);
  const second = unitVector(limb.elbow, limb.wrist);
  const bend = clamp((length - upper * 0.75) / (upper * 0.5), 0, 1);
  const direction = normal({
    x: first.x + (second.x - first.x) * bend,
    y: first.y + (second.y - first.y) * bend,
  });
  const at = length < upper ? plus(limb.shoulder, first, length) : plus(limb.elbow, second, length - upper);
  return { at, across: { x: -direction.y, y: direction.x } };
}
