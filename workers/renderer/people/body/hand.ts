import { clamp } from '../../pixels/clamp.ts';
import type { Pixels } from '../../pixels/pixels.ts';
import { distance, type Point, plus, unitVector } from '../../pixels/points.ts';
import type { Frame, Side } from './body.ts';
import { personAt } from './outline.ts';
import type { Person } from './read-person.ts';
import { type SkinTest, skinTest } from './skin-test.ts';

/** A hand in the scene's pixels. */
export interface HandArea {
  /** The point at which a bag's handle is held. */
  grip: Point;
  /** The height at which its skin begins below the wrist or cuff; undefined when none is visible. */
  root: Point | undefined;
  /** True if a place of the scene is on the hand. */
  covers: (p: Point) => boolean;
}

/**
 * Shoulder widths: distance of a grip from the wrist when no hand is visible, the step length, the minimum number
 * of steps for a hand, maximum lengths.
 */
const size = { grip: 0.16, step: 0.03, seen: 5, longest: 0.7, wide: 0.16, near: 0.11 };

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
    const next = middleOfSkin(ahead, direction, unit, onSkin);
    at = next ?? ahead;
    if (!next) {
      run = [];
      continue;
    }
    run.push(next);
    if (run.length >= size.seen) path = run;
    const back = run.at(-5);
    if (back && distance(back, next) > unit * 0.05) direction = unitVector(back, next);
  }
  const seen = path.length >= size.seen;
  const grip = seen ? path[Math.floor(path.length * 0.62)]! : plus(wrist, direction, unit * size.grip);
  return {
    grip,
    root: seen ? path[0] : undefined,
    covers: (p) =>
      seen
        ? skinAt(scene, 1, isSkin, p) && path.some((q) => distance(p, q) < unit * size.near)
        : distance(p, grip) < unit * 0.1,
  };
}

/** Middle of the skin on a line across the direction; undefined outside the hand. */
function middleOfSkin(
  at: Point,
  direction: Point,
  unit: number,
  onSkin: (p: Point) => boolean,
): Point | undefined {
  const across = { x: -direction.y, y: direction.x };
  let [sum, count] = [0, 0];
  for (let d = -size.wide; d <= size.wide; d += 0.02) {
    if (!onSkin(plus(at, across, d * unit))) continue;
    sum += d;
    count++;
  }
  return count < 2 ? undefined : plus(at, across, (sum / count) * unit);
}

function skinAt(image: Pixels, scale: number, isSkin: SkinTest, p: Point): boolean {
  const x = clamp(Math.round(p.x * scale - 0.5), 0, image.width - 1);
  const y = clamp(Math.round(p.y * scale - 0.5), 0, image.height - 1);
  const i = (y * image.width + x) * 3;
  return isSkin(image.data[i]!, image.data[i + 1]!, image.data[i + 2]!);
}
