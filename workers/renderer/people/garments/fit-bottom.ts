import { clamp } from '../../pixels/clamp.ts';
import type { Mesh } from '../../pixels/mesh.ts';
import { between, distance, midway, normal, type Point, plus, unitVector } from '../../pixels/points.ts';
import { type BottomShape, type Slice, sliceAt } from './bottom-shape.ts';
import type { LegLandmarks, Side } from './leg-landmarks.ts';

/** A garment for the legs fitted to a body: meshes from its photo to the scene. */
export interface FittedBottom {
  /** Lower pieces first; the meshes of one piece do not cover each other. */
  pieces: Mesh[][];
  /** How far it reaches down each leg, as a share; see `LegLandmarks`. */
  reach: [number, number];
  /** Scene pixels per pixel of the cut-out. */
  scale: number;
}

/** The two ends of one row in the scene, and where they are in the photo. */
interface Edges {
  outer: Point;
  inner: Point;
  from: number;
  to: number;
  y: number;
}

const sides = [0, 1] as const;
const [hipRows, legRows] = [7, 18];
/** Columns of the garment, outer side first, and those of the margins beside it. */
const own = Array.from({ length: 9 }, (_, k) => -0.02 + (1.04 * k) / 8);
const withMargins = [-0.7, -0.35, ...own, 1.35, 1.7];
/** Long trousers end between these shares of the leg: slightly below the ankle joint, or where the old ones did. */
const [ankle, lowest] = [1.02, 1.1];
/** Ratio of inside leg to rise for trousers that reach the ankle; waists differ in height, so this share of it is long. */
const [fullLength, nearlyFull] = [2.75, 0.74];
/** Width on a leg relative to the flat width: cloth laid flat is half its girth wide, around a leg a third. */
const roundLeg = 0.85;
/** Ease on the outer side, in shoulder widths: detected outlines of legs are slightly too narrow. */
const ease = 0.03;

/** Fits trousers along both legs, or a skirt over them; `unit`: a shoulder width. */
export function fitBottom(shape: BottomShape, body: LegLandmarks, unit: number): FittedBottom {
  const hips = [0.3, 0.5, 0.7, 1].map((share) => body.hip(0, share) + body.hip(1, share));
  const scale = Math.max(...hips) / shape.width;
  return shape.legs
    ? fitTrousers(shape, shape.legs, body, unit, scale)
    : fitSkirt(shape.body, body, unit, scale);
}

function fitTrousers(
  shape: BottomShape,
  legs: readonly [Slice[], Slice[]],
  body: LegLandmarks,
  unit: number,
  scale: number,
): FittedBottom {
  const reach = sides.map((side) => getReach(shape.body, legs[side], body.worn[side])) as [number, number];
  const widths = sides.map((side) => legWidths(legs[side], body, side, reach[side]!, unit, scale));
  const hipRow = (side: Side, t: number): Edges => {
    const centre = between(body.waist, body.crotch, t);
    const slice = sliceAt(shape.body, t);
    return {
      outer: plus(centre, body.across, (side === 0 ? -1 : 1) * body.hip(side, t)),
      inner: centre,
      from: side === 0 ? slice.left : slice.right,
      to: shape.seam[0] + (shape.seam[1] - shape.seam[0]) * t,
      y: slice.y,
    };
  };
  const roots = sides.map((side) => hipRow(side, 1));
  const legRow = (side: Side, t: number): Edges => {
    const share = t * reach[side];
    const [bone, root] = [body.along(side, share), body.along(side, 0)];
    const { outer, inner } = widths[side]![Math.round(clamp(t, 0, 1) * legRows)]!;
    // Blends from the row at the crotch, which is parallel to the hips, to rows across the bone.
    const moved = (from: Point) => ({ x: bone.x + from.x - root.x, y: bone.y + from.y - root.y });
    const eased = clamp(share / 0.22, 0, 1);
    const slice = sliceAt(legs[side], t);
    return {
      outer: between(moved(roots[side]!.outer), plus(bone, body.out(side, share), outer), eased),
      inner: between(moved(roots[side]!.inner), plus(bone, body.out(side, share), -inner), eased),
      from: side === 0 ? slice.left : slice.right,
      to: side === 0 ? slice.right : slice.left,
      y: slice.y,
    };
  };
  const rows = [
    -0.06,
    ...evenly(hipRows),
    ...evenly(legRows + 1)
      .slice(1)
      .map((t) => 1 + t),
  ];
  const rowAt = (side: Side, t: number): Edges => (t <= 1 ? hipRow(side, t) : legRow(side, t - 1));
  const meshes = sides.map((side) => toMesh([...rows, 2.02, 2.06], withMargins, 2.03, (t) => rowAt(side, t)));
  // Where legs cross, the one that is drawn again with its own edge is in front.
  const before = toMesh([...rows, 2.02], own, 2.03, (t) => rowAt(body.front, t));
  return { pieces: [meshes, [before]], reach, scale };
}

const evenly = (count: number): number[] => Array.from({ length: count }, (_, k) => k / (count - 1));

/** Shorts and cropped trousers keep their own length; long ones get the length of the leg. */
function getReach(body: Slice[], leg: Slice[], worn: number): number {
  const rise = body.at(-1)!.y - body[0]!.y;
  const share = (leg.at(-1)!.y - leg[0]!.y) / Math.max(1, rise * fullLength);
  return share < nearlyFull ? Math.max(0.06, share) : clamp(worn, ankle, lowest);
}

/** Half widths on both sides of the bone down a leg to `end`: the body's own, or more where the garment is wider. */
function legWidths(
  leg: Slice[],
  body: LegLandmarks,
  side: Side,
  end: number,
  unit: number,
  scale: number,
): { outer: number; inner: number }[] {
  const found = evenly(legRows + 1).map((t) => {
    const { left, right } = sliceAt(leg, t);
    const cloth = clamp(((right - left) * scale * roundLeg) / 2, unit * 0.1, unit * 0.4);
    const seen = body.leg(side, Math.min(1, t * end)) ?? { outer: cloth, inner: cloth };
    const visible = clamp((seen.outer + seen.inner) / 2, unit * 0.08, cloth * 1.6 + unit * 0.1);
    const extra = clamp(cloth - visible, 0, visible * 0.5);
    // The bone need not be in the middle of the visible leg.
    const shift = clamp((seen.outer - seen.inner) / 2, -visible * 0.5, visible * 0.5);
    const half = visible * 1.02 + extra;
    return { outer: half + shift + unit * ease, inner: half - shift };
  });
  return found.map((_, k) => {
    const near = found.slice(Math.max(0, k - 2), k + 3);
    const mean = (edge: 'outer' | 'inner') => near.reduce((sum, one) => sum + one[edge], 0) / near.length;
    return { outer: mean('outer'), inner: mean('inner') };
  });
}

/** Hangs a skirt from the waist over both hips to its own length; cloth does not follow one bent knee. */
function fitSkirt(slices: Slice[], body: LegLandmarks, unit: number, scale: number): FittedBottom {
  const ankles = midway(body.along(0, ankle), body.along(1, ankle));
  const [rise, fall] = [distance(body.waist, body.crotch), distance(body.crotch, ankles)];
  const length = Math.min((slices.at(-1)!.y - slices[0]!.y) * scale, rise + fall);
  const down = unitVector(body.waist, ankles);
  // Hems are horizontal, whatever the legs' pose.
  const level = normal({ x: down.y, y: -down.x * 0.3 });
  const shareAt = (d: number) => (ankle * Math.max(0, d - rise)) / Math.max(1, fall);
  const rowAt = (t: number): Edges => {
    const d = t * length;
    const centre =
      d < rise
        ? between(body.waist, body.crotch, d / rise)
        : between(body.crotch, ankles, (d - rise) / Math.max(1, fall));
    const across = normal(between(body.across, level, clamp(d / (rise * 1.6), 0, 1)));
    const { left, right, y } = sliceAt(slices, t);
    const [outer, inner] = sides.map((side) => {
      const out = plus({ x: 0, y: 0 }, across, side === 0 ? -1 : 1);
      const hip = body.hip(side, clamp(d / rise, 0, 1));
      const bone = body.along(side, shareAt(d));
      const aside = (bone.x - centre.x) * out.x + (bone.y - centre.y) * out.y;
      const leg = d > rise ? aside + (body.leg(side, shareAt(d))?.outer ?? 0) * 1.05 : 0;
      // The body's width down to the hips; below them the skirt's own, and at least that of the leg.
      const hanging = Math.max(((right - left) * scale) / 2, Math.min(leg, unit * 0.75), hip * 0.8);
      const half = hip + (hanging - hip) * clamp((d - rise * 0.7) / (rise * 0.5), 0, 1);
      return plus(centre, out, half);
    });
    return { outer: outer!, inner: inner!, from: left, to: right, y };
  };
  const mesh = toMesh([-0.04, ...evenly(24), 1.03], withMargins, 1.01, rowAt);
  const end = shareAt(length);
  return { pieces: [[mesh]], reach: [end, end], scale };
}

/** The mesh of rows: garment down to `end`, then a margin. */
function toMesh(rows: number[], columns: number[], end: number, rowAt: (t: number) => Edges): Mesh {
  const mesh: Mesh = {
    columns: columns.length,
    rows: rows.length,
    target: [],
    source: [],
    weight: [],
    own: [],
  };
  for (const t of rows) {
    const { outer, inner, from, to, y } = rowAt(t);
    for (const u of columns) {
      mesh.target.push(between(outer, inner, u));
      mesh.source.push({ x: from + (to - from) * u, y });
      mesh.weight.push(1);
      mesh.own.push(t < end && u > -0.03 && u < 1.03 ? 1 : 0);
    }
  }
  return mesh;
}
