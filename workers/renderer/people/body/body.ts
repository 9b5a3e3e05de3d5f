import { distance, midway, normal, type Point, point, unitVector } from '../../pixels/points.ts';
import { type Joint, type JointName, type Pose, visible } from './pose.ts';

/** One side of the body as the viewer sees it. */
export interface Side {
  shoulder: Point;
  elbow: Point;
  wrist: Point;
  hip: Point;
  knee: Point;
  ankle: Point;
  /** Scores of elbow, wrist, knee and ankle: how certain it is that the limb is visible. */
  seen: { elbow: number; wrist: number; knee: number; ankle: number };
}

/** Joints in the viewer's order, and the body's units of length; scene pixels. */
export interface Frame {
  /** The side closer to the image's left edge comes first. */
  sides: readonly [Side, Side];
  /** Distance of the shoulder joints in a frontal view. */
  unit: number;
  /** From the middle of the shoulders to the middle of the hips. */
  torso: number;
  head: Head | undefined;
  /** True when the face is visible, not the back of the head. */
  faceSeen: boolean;
}

export interface Head {
  /** Middle of the eyes. */
  eyes: Point;
  /** Unit vector from the image's left eye to the right one. */
  along: Point;
  /** Distance of the eyes in a frontal view. */
  eyeGap: number;
  /** Crown to chin. */
  height: number;
  crown: Point;
  chin: Point;
  /**
   * How far the head is turned, from the asymmetry of the ears about the nose: −1 (profile to the left) … 1 (to
   * the right).
   */
  turn: number;
}

const typical = { torsoToShoulders: 1.32, headToShoulders: 0.64, upperArm: 0.78, foreArm: 0.72 };

/** Computes the frame from joints; joints outside the image are estimated at typical proportions. */
export function getFrame({ pose }: { pose: Pose }): Frame {
  const shoulders = distance(pose.leftShoulder, pose.rightShoulder);
  const middle = midway(pose.leftShoulder, pose.rightShoulder);
  const hips = midway(pose.leftHip, pose.rightHip);
  const hipsFound = Math.max(pose.leftHip.score, pose.rightHip.score) >= 0.2;
  const seenTorso = hipsFound ? distance(middle, hips) : 0;
  const hipsVisible = Math.max(pose.leftHip.score, pose.rightHip.score) >= visible;
  const head = getHead(pose, hipsVisible ? Math.max(shoulders, seenTorso / 1.4) : Number.POSITIVE_INFINITY);
  const unit = Math.max(shoulders, seenTorso / 1.75, head ? head.height / 0.8 : 0, upperArm(pose) / 1.15);
  const torso = seenTorso > unit * 0.85 ? seenTorso : unit * typical.torsoToShoulders;
  const leftFirst = pose.leftShoulder.x + pose.leftHip.x < pose.rightShoulder.x + pose.rightHip.x;
  const down = directionDown(pose, hipsFound ? hips : undefined, middle);
  const side = (name: 'left' | 'right') => getSide(pose, name, { unit, torso, down, hipsFound });
  return {
    sides: leftFirst ? [side('left'), side('right')] : [side('right'), side('left')],
    unit,
    torso,
    head,
    faceSeen: pose.nose.score >= visible && pose.leftEye.x > pose.rightEye.x,
  };
}

/** The longer visible upper arm: a person seen from the side may show no other length. */
const upperArm = (pose: Pose): number =>
  Math.max(
    ...(['left', 'right'] as const).map((side) => {
      const [shoulder, elbow] = [pose[`${side}Shoulder`], pose[`${side}Elbow`]];
      return Math.min(shoulder.score, elbow.score) >= visible ? distance(shoulder, elbow) : 0;
    }),
  );

function directionDown(pose: Pose, hips: Point | undefined, middle: Point): Point {
  if (hips && hips.y > middle.y) return unitVector(middle, hips);
  const across = unitVector(pose.leftShoulder, pose.rightShoulder);
  const down = across.x > 0 ? { x: -across.y, y: across.x } : { x: across.y, y: -across.x };
  // Shoulders tilt more than the spine.
  return normal({ x: down.x * 0.4, y: down.y });
}

interface Build {
  unit: number;
  torso: number;
  down: Point;
  hipsFound: boolean;
}

function getSide(pose: Pose, side: 'left' | 'right', { unit, torso, down, hipsFound }: Build): Side {
  const joint = (name: string): Joint => pose[`${side}${name}` as JointName];
  const shoulder = joint('Shoulder');
  const middle = midway(pose.leftShoulder, pose.rightShoulder);
  const hip = hipsFound
    ? joint('Hip')
    : {
        x: middle.x + (shoulder.x - middle.x) * 0.65 + down.x * torso,
        y: middle.y + (shoulder.y - middle.y) * 0.3 + down.y * torso,
      };
  const elbow = reach(shoulder, joint('Elbow'), unit * typical.upperArm, down);
  const wrist = reach(elbow, joint('Wrist'), unit * typical.foreArm, down);
  const knee = reach(hip, joint('Knee'), torso * 0.85, down);
  return {
    shoulder: point(shoulder),
    elbow,
    wrist,
    hip: point(hip),
    knee,
    ankle: reach(knee, joint('Ankle'), torso * 0.85, down),
    seen: {
      elbow: joint('Elbow').score,
      wrist: joint('Wrist').score,
      knee: joint('Knee').score,
      ankle: joint('Ankle').score,
    },
  };
}

/** The detected joint, or the end of a limb of typical length hanging down where the detection is implausible. */
function reach(from: Point, to: Joint, length: number, down: Point): Point {
  const far = distance(from, to);
  if (to.score >= 0.1 && far > length * 0.25 && far < length * 1.6) return point(to);
  return { x: from.x + down.x * length, y: from.y + down.y * length };
}

/** Maximum distance of the eyes assumed for a person in profile, in shoulder widths: ears are estimates there. */
const maxProfileGap = 0.21;

/** In profile the visible ear is half a head away from the eyes; the model places the hidden one beside them. */
const halfHead = (ears: Joint[], eyes: Point): number =>
  Math.max(0, ...ears.filter(({ score }) => score >= 0.3).map((ear) => distance(ear, eyes)));

/** `frontalShoulders`: about how far apart the shoulders would be in a frontal view, infinite where unknown. */
export function getHead(pose: Pose, frontalShoulders: number): Head | undefined {
  const eyesSeen = Math.min(pose.leftEye.score, pose.rightEye.score);
  if (eyesSeen < 0.25 || pose.nose.score < 0.25) return undefined;
  const [a, b] =
    pose.leftEye.x < pose.rightEye.x ? [pose.leftEye, pose.rightEye] : [pose.rightEye, pose.leftEye];
  const eyes = midway(a, b);
  const ears = [pose.leftEar, pose.rightEar].sort((p, q) => p.x - q.x) as [Joint, Joint];
  const earsSeen = Math.min(ears[0].score, ears[1].score) >= 0.25;
  const earGap = earsSeen ? distance(ears[0], ears[1]) : 0;
  const eyeGapSeen = distance(a, b);
  const best = ears[0].score > ears[1].score ? ears[0] : ears[1];
  const eyeGap = Math.max(
    eyeGapSeen,
    earGap * 0.43,
    Math.min(halfHead(ears, eyes) * 0.62, frontalShoulders * maxProfileGap),
  );
  const along = eyeGapSeen > eyeGap * 0.3 ? unitVector(a, b) : { x: 1, y: 0 };
  const height = eyeGap * 3.55;
  const up = { x: along.y, y: -along.x };
  const middle = earsSeen ? midway(ears[0], ears[1]) : midway(best, eyes);
  const turn = Math.max(-1, Math.min(1, (pose.nose.x - middle.x) / (eyeGap * 0.9)));
  const at = (share: number): Point => ({
    x: eyes.x + up.x * height * share,
    y: eyes.y + up.y * height * share,
  });
  const back = -turn * eyeGap * 0.55;
  const crown = at(0.5);
  return {
    eyes,
    along,
    eyeGap,
    height,
    crown: { x: crown.x + back, y: crown.y },
    chin: at(-0.5),
    turn,
  };
}
