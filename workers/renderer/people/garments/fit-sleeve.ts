import { clamp } from '../../pixels/clamp.ts';
import type { Mesh } from '../../pixels/mesh.ts';
import { between, distance, type Point, plus } from '../../pixels/points.ts';
import type { Frame } from '../body/body.ts';
import { placeAlong, type Sleeve, type TopShape } from './garment-shape.ts';
import type { ClothAt, Landmarks } from './top-landmarks.ts';

type Limb = Frame['sides'][number];

/** Rows and columns of the mesh; those beyond the cuff and the seams are a margin. */
const lengthwise = [...steps(0, 1, 15), 1.12, 1.25];
const crosswise = [-1.6, -1.3, ...steps(-1.08, 1.08, 9), 1.3, 1.6];

export interface FittedSleeves {
  sleeves: Mesh[];
  /** How far the new sleeves reach along each arm, scene pixels; 0 without sleeves. */
  reach: [number, number];
  /** The same for the old sleeves. */
  worn: [number, number];
  /** True for sleeves that reach the wrist. */
  isLong: [boolean, boolean];
}

/** Fits the sleeves of a top or dress along the arms; `cloth` gives the extent of the old ones. */
export function fitSleeves(shape: TopShape, body: Landmarks, frame: Frame, cloth: ClothAt): FittedSleeves {
  const worn: [number, number] = [
    oldSleeve(frame.sides[0], cloth, frame.unit, -1),
    oldSleeve(frame.sides[1], cloth, frame.unit, 1),
  ];
  const reach: [number, number] = [0, 0];
  const sleeves: Mesh[] = [];
  for (const side of [0, 1] as const) {
    const sleeve = shape.sleeves[side];
    if (!sleeve) continue;
    const fitting: Fitting = { sleeve, shape, body, frame, side };
    reach[side] = sleeveReach(fitting, worn[side]);
    sleeves.push(sleeveMesh(fitting, reach[side]));
  }
  const [left, right] = shape.sleeves.map((sleeve) => sleeve !== undefined && isLong(sleeve, shape));
  return { sleeves, reach, worn, isLong: [left!, right!] };
}

/** One sleeve of a top, and the arm of that side. */
interface Fitting {
  sleeve: Sleeve;
  shape: TopShape;
  body: Landmarks;
  frame: Frame;
  side: 0 | 1;
}

/** Fits one sleeve along an arm. `reach` is its length along the arm from the shoulder joint. */
function sleeveMesh({ sleeve, shape, body, frame, side }: Fitting, reach: number): Mesh {
  const limb = frame.sides[side];
  const scale = distance(...body.shoulders) / Math.max(1, distance(...shape.shoulders));
  const opening = distance(shape.shoulders[side], shape.armpits[side]) * scale;
  const root = plus(body.shoulders[side], body.axis, opening / 2);
  const visible = visibleShare(limb, reach, body.bottom);
  const mesh: Mesh = {
    columns: crosswise.length,
    rows: lengthwise.length,
    target: [],
    source: [],
    weight: [],
    own: [],
  };
  for (const share of lengthwise) {
    const f = share * visible;
    const slice = sliceAt(sleeve, f);
    const bone = placeAlong(toArm(limb), f * reach);
    // The root is at the seam, the cuff at the bone.
    const rootShare = Math.max(0, 1 - f * 1.6);
    const centre = plus(bone.at, { x: root.x - limb.shoulder.x, y: root.y - limb.shoulder.y }, rootShare);
    const half = Math.min(slice.half * scale, frame.unit * 0.3);
    for (const v of crosswise) {
      mesh.target.push(plus(centre, bone.across, v * half));
      mesh.source.push(plus(slice.centre, slice.across, v * slice.half));
      // The root blends into the shoulder: a hard edge would be visible there.
      mesh.weight.push(clamp(f / 0.22, 0, 1));
      mesh.own.push(share <= 1 && Math.abs(v) <= 1.08 ? 1 : 0);
    }
  }
  return mesh;
}

/** A forearm that is not visible in the image is behind the body: its part of the sleeve is omitted. */
function visibleShare(limb: Limb, reach: number, bottom: number): number {
  if (limb.seen.wrist >= 0.26 || limb.wrist.y > bottom * 0.98) return 1;
  return Math.min(1, (distance(limb.shoulder, limb.elbow) * 1.08) / Math.max(1, reach));
}

/** True for a sleeve that reaches the wrist. */
const isLong = (sleeve: Sleeve, shape: TopShape): boolean => sleeve.length > shape.width * 0.8;

/** True for the sleeve of a T-shirt. */
const isShort = (sleeve: Sleeve, shape: TopShape): boolean => sleeve.length < shape.width * 0.6;

/** Maximum factor by which a short sleeve is lengthened. */
const longest = 2.2;
/** Share of the upper arm that the sleeve of a T-shirt covers at most. */
const shortSleeve = 0.74;

/**
 * How far the sleeve reaches along the arm. Turned shoulders look short, arms keep their length; a short sleeve is
 * lengthened to hide a short old one.
 */
function sleeveReach({ sleeve, shape, body, frame, side }: Fitting, worn: number): number {
  const limb = frame.sides[side];
  const upper = distance(limb.shoulder, limb.elbow);
  const arm = upper + distance(limb.elbow, limb.wrist);
  if (isLong(sleeve, shape)) return arm * 0.98;
  const scale =
    Math.max(distance(...body.shoulders), frame.unit * 1.1) / Math.max(1, distance(...shape.shoulders));
  const own = Math.min(sleeve.length * scale, isShort(sleeve, shape) ? upper * shortSleeve : arm * 0.6);
  const hidden = Math.max(own, Math.min(worn, upper * 1.02));
  return hidden <= own * longest ? hidden * 1.04 : own;
}

/** How far beside the bone, outwards, the old sleeve must reach as well: a bone may run across the shirt's side. */
const outside = 0.06;

/** How far the old sleeve reaches along the arm; small gaps (folds) are bridged. */
function oldSleeve(limb: Limb, cloth: ClothAt, unit: number, outwards: -1 | 1): number {
  const arm = distance(limb.shoulder, limb.elbow) + distance(limb.elbow, limb.wrist);
  let reach = 0;
  for (let d = 0; d <= arm && d - reach <= arm * 0.12; d += Math.max(1, arm * 0.02)) {
    const { at, across } = placeAlong(toArm(limb), d);
    const beside = plus(at, across, Math.sign(across.x || 1) * outwards * outside * unit);
    if (Math.min(cloth(at), cloth(beside)) > 0.5) reach = d;
  }
  return reach;
}

/** The slice at a share of the sleeve; beyond the cuff it continues along its end. */
function sliceAt({ slices }: Sleeve, f: number): Sleeve['slices'][number] {
  const at = Math.min(f, 1) * (slices.length - 1);
  const k = Math.min(slices.length - 2, Math.floor(at));
  const [a, b] = [slices[k]!, slices[k + 1]!];
  const beyond = Math.max(0, f - 1) * (slices.length - 1);
  return {
    centre: plus(
      between(a.centre, b.centre, at - k),
      { x: b.centre.x - a.centre.x, y: b.centre.y - a.centre.y },
      beyond,
    ),
    half: a.half + (b.half - a.half) * (at - k),
    across: between(a.across, b.across, at - k),
  };
}

const toArm = ({ shoulder, elbow, wrist }: Limb): Point[] => [shoulder, elbow, wrist];

function steps(from: number, to: number, count: number): number[] {
  return Array.from({ length: count }, (_, k) => from + ((to - from) * k) / (count - 1));
}
