import { clamp } from '../../pixels/clamp.ts';
import type { Pixels } from '../../pixels/pixels.ts';
import { distance, fromSegment, type Point, plus, unitVector } from '../../pixels/points.ts';
import type { Frame, Side } from './body.ts';
import { outlineAcross } from './outline.ts';
import type { Person } from './read-person.ts';
import { skinTest } from './skin-test.ts';

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

/** Shoulder widths: from the wrist to the grip and to the fingertips, half a hand with skin and without, as in a glove. */
const size = { grip: 0.2, tips: 0.36, bare: 0.13, covered: 0.1 };
/** Shoulder widths: the width of wrists, and how far above the joint a strap sits. */
const wrists = { min: 0.12, typical: 0.17, max: 0.23, above: 0.07 };
/** Minimum score of a visible wrist. */
const minScore = 0.3;

/** Finds the hand in the direction of the forearm, where its skin is seen. */
export function getHand({ wrist, elbow }: Side, scene: Pixels, person: Person, frame: Frame): HandArea {
  const { unit } = frame;
  const isSkin = skinTest(person.small, frame, 1 / person.scale);
  const along = (far: number): Point => plus(wrist, unitVector(elbow, wrist), unit * far);
  const [grip, tips] = [along(size.grip), along(size.tips)];
  const isBare = (p: Point): boolean => {
    const x = clamp(Math.round(p.x - 0.5), 0, scene.width - 1);
    const y = clamp(Math.round(p.y - 0.5), 0, scene.height - 1);
    const i = (y * scene.width + x) * 3;
    return isSkin(scene.data[i]!, scene.data[i + 1]!, scene.data[i + 2]!);
  };
  const isSeen = [0.08, size.grip, 0.28].filter((far) => isBare(along(far))).length > 1;
  return {
    grip,
    covers: (p) =>
      isSeen
        ? isBare(p) && fromSegment(p, wrist, tips) < unit * size.bare
        : distance(p, grip) < unit * size.covered,
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
