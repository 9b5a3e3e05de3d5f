import { clamp } from '../../pixels/clamp.ts';
import type { Pixels } from '../../pixels/pixels.ts';
import { between, distance, fromSegment, midway, type Point } from '../../pixels/points.ts';
import { type Pose, visible } from '../body/pose.ts';
import { isOpaque, sleeveAlong, type TopShape } from './garment-shape.ts';
import { toRows } from './outline-rows.ts';
import { seam } from './top-landmarks.ts';

/** Places on the wearer, shoulder widths: the armpit below the joint of the shoulder, half an arm. */
const places = { armpit: 0.34, arm: 0.13 };
const sideCount = 20;

interface Wearer {
  shoulders: [Point, Point];
  /** Shoulder, elbow and wrist as far as they are seen. */
  arms: [Point[], Point[]];
  hips: Point;
  unit: number;
}

/**
 * Finds the seams of a top or dress that another person wears in its photo, by that person's joints in the cut-out.
 * Undefined when they do not show how it is worn, and for garments with legs.
 */
export function wornShape(cutout: Pixels, joints: Pose): TopShape | undefined {
  const wearer = getWearer(joints);
  if (!wearer) return undefined;
  const { shoulders, hips, unit, arms } = wearer;
  const middle = midway(...shoulders);
  const rows = toRows(cutout);
  const hem = rows.findLastIndex(({ runs }) => runs.length > 0);
  const torso = hips.y - middle.y;
  if (hem < middle.y + torso * 0.5 || legsApart(cutout, hips.y, torso, hem)) return undefined;
  const armpit = middle.y + places.armpit * unit;
  const sides = Array.from({ length: sideCount }, (_, k) => {
    const y = clamp(Math.round(armpit + ((hem - armpit) * k) / (sideCount - 1)), 0, cutout.height - 1);
    const spine = between(middle, hips, clamp((y - middle.y) / torso, 0, 1)).x;
    return getSides(cutout, spine, y, arms, unit);
  });
  const tops = shoulders.map(({ x, y }) => ({ x, y: y - seam * unit })) as [Point, Point];
  const [first] = sides;
  const isCloth = (p: Point) => isOpaque(cutout, p);
  const sleeves = arms.map((arm, side) => {
    const inside = arm.length > 1 && isCloth(between(arm[0]!, arm[1]!, 0.35));
    return inside ? sleeveAlong(isCloth, arm, places.arm * unit, tops[side]!) : undefined;
  }) as [TopShape['sleeves'][0], TopShape['sleeves'][1]];
  return {
    shoulders: tops,
    armpits: [
      { x: first!.left, y: armpit },
      { x: first!.right, y: armpit },
    ],
    sides,
    armpit,
    hem,
    sleeves,
    width: unit * 1.12,
    torso: torso + seam * unit,
  };
}

function getWearer(joints: Pose): Wearer | undefined {
  const { leftShoulder, rightShoulder, leftHip, rightHip } = joints;
  const isSeen = [leftShoulder, rightShoulder, leftHip, rightHip].every(
    ({ score }) => score >= visible * 0.8,
  );
  const unit = distance(leftShoulder, rightShoulder);
  const hips = midway(leftHip, rightHip);
  if (!isSeen || unit < 12 || hips.y - midway(leftShoulder, rightShoulder).y < unit * 0.7) return undefined;
  const arms = (['left', 'right'] as const).map((side) => {
    const limb = [joints[`${side}Shoulder`], joints[`${side}Elbow`], joints[`${side}Wrist`]];
    const end = limb.findIndex(({ score }) => score < visible * 0.6);
    return limb.slice(0, end < 0 ? limb.length : Math.max(1, end));
  });
  const leftFirst = leftShoulder.x < rightShoulder.x;
  const inOrder = <T>([left, right]: T[]): [T, T] => (leftFirst ? [left!, right!] : [right!, left!]);
  return {
    shoulders: inOrder<Point>([leftShoulder, rightShoulder]),
    arms: inOrder<Point[]>(arms),
    hips,
    unit,
  };
}

/** Ends of the cloth around the spine in a row, without the sleeves beside it. */
function getSides(cutout: Pixels, spine: number, y: number, arms: Point[][], unit: number) {
  const isArm = (x: number): boolean =>
    Math.abs(x - spine) > unit * 0.3 &&
    arms.some((arm) =>
      arm.slice(1).some((joint, k) => fromSegment({ x, y }, arm[k]!, joint) < unit * places.arm),
    );
  const reach = (step: 1 | -1): number => {
    let end = spine;
    let gap = 0;
    // Small gaps between flounces are bridged.
    for (let x = spine; x >= 0 && x < cutout.width && gap < unit * 0.1 && !isArm(x); x += step) {
      gap = isOpaque(cutout, { x, y }) ? 0 : gap + 1;
      if (gap === 0) end = x;
    }
    return Math.abs(end - spine) < unit * 0.2 ? spine + step * unit * 0.4 : end;
  };
  return { left: reach(-1), right: reach(1) + 1 };
}

/** True for overalls and jumpsuits, which have separate legs. */
function legsApart(cutout: Pixels, hips: number, torso: number, hem: number): boolean {
  if (hem < hips + torso * 0.8) return false;
  const below = toRows(cutout).slice(Math.max(0, Math.round(hips + torso * 0.4)), hem);
  const apart = below.filter(({ left, right, runs: [p, q] }) => {
    const least = (right - left) * 0.2;
    return p !== undefined && q !== undefined && Math.min(p.right - p.left, q.right - q.left) > least;
  });
  return apart.length > below.length * 0.6;
}
