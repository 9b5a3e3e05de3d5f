import { type Frame, getFrame } from '../../../people/body/body.ts';
import { type Joint, visible } from '../../../people/body/pose.ts';
import type { Person } from '../../../people/body/read-person.ts';
import { between, distance, type Point, plus, point } from '../../../pixels/points.ts';

/** One leg as the viewer sees it; joints outside the photo are extrapolated from the visible ones. */
export interface Leg {
  hip: Point;
  knee: Point;
  ankle: Point;
}

/** A visible wrist, and the forearm as a vector to it. */
export interface WristOfWearer {
  wrist: Point;
  arm: Point;
}

/** The wearer's skeleton in the product's photo, photo pixels. */
export interface WearerFrame {
  frame: Frame;
  legs: readonly [Leg, Leg];
  hands: WristOfWearer[];
  /** Length of a shank, estimated from the torso if necessary: the unit of the legs. */
  shank: number;
  /** True if a shoulder is visible. */
  torsoSeen: boolean;
}

export function wearerFrame(person: Person): WearerFrame {
  const { pose } = person;
  const torsoSeen = Math.max(pose.leftShoulder.score, pose.rightShoulder.score) >= visible;
  const frame = getFrame(person);
  const legs = (['left', 'right'] as const).map((side) =>
    getLeg(pose[`${side}Hip`], pose[`${side}Knee`], pose[`${side}Ankle`], frame.torso),
  );
  legs.sort((p, q) => p.hip.x + p.ankle.x - q.hip.x - q.ankle.x);
  const shank = Math.max(...legs.map(({ knee, ankle }) => distance(knee, ankle)), 1);
  const hands = (['left', 'right'] as const).flatMap((side) =>
    getHand(pose[`${side}Elbow`], pose[`${side}Wrist`], shank),
  );
  return { frame, legs: [legs[0]!, legs[1]!], hands, shank, torsoSeen };
}

const hanging: Point = { x: 0, y: 1 };

function getLeg(hip: Joint, knee: Joint, ankle: Joint, torso: number): Leg {
  const seen = (joint: Joint): boolean => joint.score >= 0.2;
  if (seen(hip)) {
    const k = seen(knee) ? point(knee) : plus(hip, hanging, torso * 0.85);
    const a =
      seen(ankle) && ankle.y > k.y
        ? point(ankle)
        : plus(k, seen(knee) ? step(hip, k) : hanging, seen(knee) ? 1 : torso * 0.85);
    return { hip: point(hip), knee: k, ankle: a };
  }
  const k = seen(knee) ? point(knee) : between(hip, ankle, 0.5);
  return { hip: plus(k, step(ankle, k)), knee: k, ankle: point(ankle) };
}

function getHand(elbow: Joint, wrist: Joint, shank: number): WristOfWearer[] {
  if (wrist.score < 0.25) return [];
  return [{ wrist: point(wrist), arm: elbow.score < 0.2 ? { x: 0, y: shank * 0.8 } : step(elbow, wrist) }];
}

const step = (from: Point, to: Point): Point => ({ x: to.x - from.x, y: to.y - from.y });
