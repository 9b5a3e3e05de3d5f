import { clamp } from '../../pixels/clamp.ts';
import type { Pixels } from '../../pixels/pixels.ts';
import { distance, type Point, plus, unitVector } from '../../pixels/points.ts';
import type { Frame, Side } from './body.ts';
import { outlineAcross, personAt } from './outline.ts';
import type { Person } from './read-person.ts';
import { type SkinTest, skinTest } from './skin-test.ts';

/** A hand in the scene's pixels. */
export interface HandArea {
  /** The point at which a bag's handle is held. */
  grip: Point;
  /** True if a place of the scene is on the hand. */
  covers: (p: Point) => boolean;
}

/** A wrist: the middle of the arm there, its width, and the unit vector down the forearm. */
export interface Wrist {
  at: Point;
  width: number;
  arm: Point;
}

/**
 * Shoulder widths: distance of a grip from the wrist when no hand is visible, the step length, the minimum number
 * of steps for a hand, maximum lengths.
 */
const size = { grip: 0.16, step: 0.03, seen: 5, longest: 0.7, wide: 0.16, near: 0.11 };
/** Shoulder widths: the width of wrists, and how far above the joint a strap sits. */
const wrists = { min: 0.12, typical: 0.17, max: 0.23, above: 0.07 };
/** Minimum score of a visible wrist. */
const minScore = 0.3;
/** Follows the skin from the wrist: a hand need not point in the direction of the forearm. */
export function getHand({ wrist, elbow }: Side, scene: Pixels, person: Person, frame: Frame): HandArea {
  const { unit } = frame;
  const isSkin = skinTest(person.small, frame, 1 / person.scale);
  // Railings and walls may have the color of skin.
  const onSkin = (p: Point): boolean =>
    personAt(person, p) >= 0.2 && skinAt(person.small, person.scale, isSkin, p);
  let direction = unitVector(elbow, wrist);
  // The joint of a sleeved wrist is above the cuff, and a red check pattern matches skin: the last run is the
  // hand.
  let path: Point[] = [];
  let run: Point[] = [];
  let at = wrist;
  for (let d = 0; d < size.longest; d += size.step) {
    const ahead = plus(at, direction, unit * size.step);
    const bare = skinAcross(
      onSkin,
      ahead,
      { x: -direction.y, y: direction.x },
      unit * size.wide,
      unit * 0.03,
    );
    at = bare?.middle ?? ahead;
    if (!bare) {
      run = [];
      continue;
    }
    run.push(at);
    if (run.length >= size.seen) path = run;
    const back = run.at(-5);
    if (back && distance(back, at) > unit * 0.05) direction = unitVector(back, at);
  }
  const seen = path.length > 0;
  const grip = seen ? path[Math.floor(path.length * 0.62)]! : plus(wrist, direction, unit * size.grip);
  return {
    grip,
    covers: (p) =>
      seen
        ? skinAt(scene, 1, isSkin, p) && path.some((q) => distance(p, q) < unit * size.near)
        : distance(p, grip) < unit * 0.1,
  };
}

/** Finds the more certain wrist, as wide as the arm or the sleeve there. */
export function findWrist(scene: Pixels, person: Person, { sides, unit }: Frame): Wrist | undefined {
  const [side] = sides
    .filter(
      ({ seen, wrist: { x, y } }) =>
        seen.wrist >= minScore && x > 0 && x < scene.width && y < scene.height * 0.98,
    )
    .sort((p, q) => q.seen.wrist - p.seen.wrist);
  if (!side) return undefined;
  const arm = unitVector(side.elbow, side.wrist);
  const across = { x: -arm.y, y: arm.x };
  const joint = plus(side.wrist, arm, -unit * wrists.above);
  const { width, offset } = outlineAcross(person, joint, across, unit * 0.2);
  // In front of the body the outline does not show the arm.
  if (width < unit * wrists.min || width > unit * 0.3)
    return { at: joint, width: unit * wrists.typical, arm };
  return { at: plus(joint, across, offset), width: Math.min(width, unit * wrists.max), arm };
}

/** The run of skin on a line that is nearest to a point of it, if it is longer than `least`. */
function skinAcross(
  onSkin: (p: Point) => boolean,
  at: Point,
  across: Point,
  reach: number,
  least: number,
): { middle: Point; width: number } | undefined {
  const step = reach / 24;
  const runs: { from: number; to: number }[] = [];
  for (let d = -reach; d <= reach; d += step) {
    if (!onSkin(plus(at, across, d))) continue;
    const last = runs.at(-1);
    if (last && last.to > d - step * 0.5) last.to = d + step;
    else runs.push({ from: d, to: d + step });
  }
  const [near] = runs
    .filter(({ from, to }) => to - from > least)
    .sort((p, q) => Math.abs(p.from + p.to) - Math.abs(q.from + q.to));
  return near && { middle: plus(at, across, (near.from + near.to) / 2), width: near.to - near.from };
}

function skinAt(image: Pixels, scale: number, isSkin: SkinTest, p: Point): boolean {
  const x = clamp(Math.round(p.x * scale - 0.5), 0, image.width - 1);
  const y = clamp(Math.round(p.y * scale - 0.5), 0, image.height - 1);
  const i = (y * image.width + x) * 3;
  return isSkin(image.data[i]!, image.data[i + 1]!, image.data[i + 2]!);
}
