import type { Network } from '../../../networks/network.ts';
import type { Pixels } from '../../pixels/pixels.ts';
import type { Point } from '../../pixels/points.ts';
import type { Rect } from '../../pixels/rect.ts';
import { cropped } from './crop.ts';

/** The 17 joints of COCO in MoveNet's order; left and right are the person's own. */
export const jointNames = [
  'nose',
  'leftEye',
  'rightEye',
  'leftEar',
  'rightEar',
  'leftShoulder',
  'rightShoulder',
  'leftElbow',
  'rightElbow',
  'leftWrist',
  'rightWrist',
  'leftHip',
  'rightHip',
  'leftKnee',
  'rightKnee',
  'leftAnkle',
  'rightAnkle',
] as const;
export type JointName = (typeof jointNames)[number];

/** Scene pixels; `score` 0–1, out of the image under 0.2. */
export interface Joint {
  x: number;
  y: number;
  score: number;
}

export type Pose = Record<JointName, Joint>;

/** Moves all joints; their scores stay. */
export const mapPose = (pose: Pose, move: (joint: Joint) => Point): Pose =>
  Object.fromEntries(jointNames.map((name) => [name, { ...pose[name], ...move(pose[name]) }])) as Pose;

/** Minimum score of the better shoulder: measured ≥ 0.58 for persons, ≤ 0.45 for empty rooms. */
export const personScore = 0.5;
/** Minimum score of a reliable joint. */
export const visible = 0.3;

/** Joints of the person in `area` of the scene (letterboxed into the network's square). */
export async function findPose(network: Network, scene: Pixels, area: Rect): Promise<Pose> {
  const square = squareAround(area);
  const input = await cropped(scene, square, network.side);
  const found = await network.run(Float32Array.from(input));
  const joints = jointNames.map((name, i) => [
    name,
    {
      y: square.y + found[i * 3]! * square.height,
      x: square.x + found[i * 3 + 1]! * square.width,
      score: found[i * 3 + 2]!,
    },
  ]);
  return Object.fromEntries(joints) as Pose;
}

export const shouldersScore = (pose: Pose): number =>
  Math.max(pose.leftShoulder.score, pose.rightShoulder.score);

function squareAround({ x, y, width, height }: Rect): Rect {
  const side = Math.max(width, height);
  return { x: x + width / 2 - side / 2, y: y + height / 2 - side / 2, width: side, height: side };
}
