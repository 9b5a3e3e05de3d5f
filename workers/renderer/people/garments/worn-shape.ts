import { clamp } from '../../pixels/clamp.ts';
import type { Pixels } from '../../pixels/pixels.ts';
import { between, distance, midway, normal, type Point, plus, unitVector } from '../../pixels/points.ts';
import { type Joint, type Pose, visible } from '../body/pose.ts';
import type { Sleeve, TopShape } from './garment-shape.ts';
import { type Row, type Span, toRows } from './outline-rows.ts';

/** The seams of a dress or top on the person who wears it in the product photo; pixels of the cut-out. */
export interface WornShape {
  /** The seams as in a garment laid flat, for sleeves and armholes. */
  seams: TopShape;
  /** Middle of the hip joints. */
  hips: Point;
  /** First and last row of cloth. */
  top: number;
  hem: number;
  /** Left and right edge without sleeves. */
  edgesAt: (y: number) => Span;
}

interface Arm {
  shoulder: Joint;
  elbow: Joint;
  wrist: Joint;
}

/** Seams are above the joints and slightly outwards, shoulder widths. */
const seam = { up: 0.14, out: 0.05, maxUp: 0.34 };
const solid = 110;
/** Maximum half width of an arm with its sleeve, shoulder widths. */
const armHalf = 0.2;

/**
 * Reads the seams from the wearer's joints; undefined when shoulders or hips are not reliable, and for garments
 * with legs.
 */
export function wornShape(cutout: Pixels, joints: Pose): WornShape | undefined {
  const rows = toRows(cutout);
  const top = rows.findIndex(({ runs }) => runs.length > 0);
  const hem = rows.findLastIndex(({ runs }) => runs.length > 0);
  const [a, b] = getArms(joints);
  const hips = midway(joints.leftHip, joints.rightHip);
  const reliable = [a.shoulder, b.shoulder, joints.leftHip, joints.rightHip].every(
    ({ score }) => score >= visible * 0.8,
  );
  const unit = distance(a.shoulder, b.shoulder);
  if (legsApart(rows, hips.y, hips.y - (a.shoulder.y + b.shoulder.y) / 2, hem)) return undefined;
  if (top < 0 || !reliable || unit < 12 || hips.y - a.shoulder.y < unit * 0.7) return undefined;
  const sides = [a, b] as const;
  const sleeves = sides.map((arm, side) => getSleeve(cutout, arm, side === 0 ? -1 : 1, unit));
  const both = sleeves.every((sleeve) => sleeve !== undefined);
  const shoulders = sides.map((arm, side) => getSeam(cutout, arm, side === 0 ? -1 : 1, unit)) as [
    Point,
    Point,
  ];
  const armpit = Math.round(shoulders[0].y + (hips.y - shoulders[0].y) * 0.36);
  const edgesAt = getEdges(rows, both ? sides : undefined, shoulders, armpit, unit);
  const around = Array.from({ length: 12 }, (_, k) => edgesAt(armpit + ((hem - armpit) * k) / 11));
  const seams: TopShape = {
    shoulders,
    armpits: [
      { x: around[0]!.left, y: armpit },
      { x: around[0]!.right, y: armpit },
    ],
    sides: around,
    armpit,
    hem,
    sleeves: both ? [sleeves[0], sleeves[1]] : [undefined, undefined],
    width: unit,
  };
  return { seams, hips, top, hem, edgesAt };
}

/** True for overalls and jumpsuits, which have separate legs. */
function legsApart(rows: Row[], hips: number, torso: number, hem: number): boolean {
  const below = rows.slice(Math.max(0, Math.round(hips + torso * 0.4)), hem);
  if (hem < hips + torso * 0.8) return false;
  const apart = below.filter(({ left, right, runs: [p, q] }) => {
    const minRun = (right - left) * 0.2;
    return p !== undefined && q !== undefined && Math.min(p.right - p.left, q.right - q.left) > minRun;
  });
  return apart.length > below.length * 0.6;
}

/** In the viewer's order, left first. */
function getArms(joints: Pose): readonly [Arm, Arm] {
  const arm = (side: 'left' | 'right'): Arm => ({
    shoulder: joints[`${side}Shoulder`],
    elbow: joints[`${side}Elbow`],
    wrist: joints[`${side}Wrist`],
  });
  const [left, right] = [arm('left'), arm('right')];
  return left.shoulder.x < right.shoulder.x ? [left, right] : [right, left];
}

const isCloth = ({ data, width, height }: Pixels, { x, y }: Point): boolean => {
  const [column, row] = [Math.round(x), Math.round(y)];
  return (
    column >= 0 && row >= 0 && column < width && row < height && data[(row * width + column) * 4 + 3]! > solid
  );
};

/** The cloth's upper edge above the joint; on bare shoulders the usual position of a seam. */
function getSeam(cutout: Pixels, { shoulder }: Arm, sign: -1 | 1, unit: number): Point {
  const out = { x: shoulder.x + sign * seam.out * unit, y: shoulder.y };
  let up = 0;
  while (up < seam.maxUp * unit && isCloth(cutout, { x: out.x, y: out.y - up })) up++;
  const found = up > 0.02 * unit && up < seam.maxUp * unit;
  return { x: out.x, y: out.y - (found ? up : seam.up * unit) };
}

/** Sides of the body: those of the whole outline, or up to the arms where sleeves hang beside it. */
function getEdges(
  rows: Row[],
  arms: readonly [Arm, Arm] | undefined,
  shoulders: readonly [Point, Point],
  armpit: number,
  unit: number,
): WornShape['edgesAt'] {
  const middle = (shoulders[0].x + shoulders[1].x) / 2;
  const first = rows.findIndex(({ runs }) => runs.length > 0);
  const last = rows.findLastIndex(({ runs }) => runs.length > 0);
  const at = (y: number): Span => {
    const row = rows[clamp(Math.round(y), first, last)]!;
    if (!arms) return row;
    const [p, q] = [armAt(arms[0], y, middle, unit), armAt(arms[1], y, middle, unit)];
    const body = row.runs.find(({ left, right }) => left <= middle && right > middle) ?? row;
    const left = p === undefined ? row.left : Math.max(body.left, Math.min(p + unit * 0.1, shoulders[0].x));
    const right =
      q === undefined ? row.right : Math.min(body.right, Math.max(q - unit * 0.1, shoulders[1].x));
    return y >= armpit ? { left, right } : { left: shoulders[0].x, right: shoulders[1].x };
  };
  const smoothed = rows.map((_, y) => meanSpan([-4, -2, 0, 2, 4].map((d) => at(y + d))));
  return (y) => smoothed[clamp(Math.round(y), 0, smoothed.length - 1)]!;
}

const meanSpan = (spans: Span[]): Span => ({
  left: spans.reduce((sum, { left }) => sum + left, 0) / spans.length,
  right: spans.reduce((sum, { right }) => sum + right, 0) / spans.length,
});

/** Column of the arm's bone in a row, where it is closest to the body; undefined below the arm. */
function armAt({ shoulder, elbow, wrist }: Arm, y: number, middle: number, unit: number): number | undefined {
  const joints = wrist.score >= 0.2 ? [shoulder, elbow, wrist] : [shoulder, elbow];
  if (y > Math.max(...joints.map((joint) => joint.y)) + unit * (joints.length === 3 ? 0.05 : 0.4))
    return undefined;
  let best: number | undefined;
  for (const [k, to] of joints.entries()) {
    const from = joints[k - 1];
    if (!from) continue;
    for (let share = 0; share <= 1; share += 0.05) {
      const p = between(from, to, share);
      if (Math.abs(p.y - y) > unit * 0.08) continue;
      if (best === undefined || Math.abs(p.x - middle) < Math.abs(best - middle)) best = p.x;
    }
  }
  return best ?? joints.at(-1)!.x;
}

const sliceCount = 10;

/** Cloth along an arm, sliced across its bones; undefined for bare arms. */
function getSleeve(cutout: Pixels, arm: Arm, side: -1 | 1, unit: number): Sleeve | undefined {
  const { shoulder, elbow, wrist } = arm;
  if (elbow.score < 0.2 || !isCloth(cutout, plus(shoulder, { x: side, y: 0 }, seam.out * unit)))
    return undefined;
  const upper = distance(shoulder, elbow);
  const whole = upper + (wrist.score >= 0.2 ? distance(elbow, wrist) : 0);
  const along = (d: number): Point =>
    d < upper
      ? plus(shoulder, unitVector(shoulder, elbow), d)
      : plus(elbow, unitVector(elbow, wrist), d - upper);
  let reach = 0;
  for (let d = 0; d <= whole * 1.05; d += 1) {
    if (isCloth(cutout, along(d))) reach = d;
    else if (d - reach > unit * 0.12) break;
  }
  if (reach < unit * 0.25) return undefined;
  const slices = Array.from({ length: sliceCount }, (_, k) => {
    const d = (reach * k) / (sliceCount - 1);
    const direction = normal({ x: along(d + 2).x - along(d - 2).x, y: along(d + 2).y - along(d - 2).y });
    const across = { x: -direction.y, y: direction.x };
    const extent = (sign: -1 | 1): number => {
      let e = 0;
      while (e < armHalf * unit && isCloth(cutout, plus(along(d), across, sign * e))) e++;
      return e;
    };
    const [low, high] = [extent(-1), extent(1)];
    return { centre: plus(along(d), across, (high - low) / 2), half: Math.max(2, (low + high) / 2) };
  });
  return { slices, length: reach };
}

/** Joints at another size of the cut-out. */
export function scaledJoints(joints: Pose, factor: number): Pose {
  const moved = Object.entries(joints).map(([name, { x, y, score }]) => [
    name,
    { x: x * factor, y: y * factor, score },
  ]);
  return Object.fromEntries(moved) as Pose;
}
