import { expect } from 'chai';
import { getFrame } from '../../../../../../workers/renderer/people/body/body.ts';
import {
  type Joint,
  type JointName,
  jointNames,
  type Pose,
} from '../../../../../../workers/renderer/people/body/pose.ts';
import type { Person } from '../../../../../../workers/renderer/people/body/read-person.ts';

type Seen = Partial<Record<JointName, [x: number, y: number, score?: number]>>;

function frameFrom(seen: Seen) {
  const joints = jointNames.map((name): [JointName, Joint] => {
    const [x, y, score = 0.8] = seen[name] ?? [0, 0, 0];
    return [name, { x, y, score }];
  });
  return getFrame({ pose: Object.fromEntries(joints) as Pose } as Person);
}

/** A person who looks aside over the shoulder, with the network's joints for a photo at two sizes. */
const lookingAside: Seen = {
  nose: [330, 270],
  leftEye: [350, 256],
  rightEye: [330, 257],
  leftShoulder: [437, 362],
  rightShoulder: [297, 354],
  leftHip: [394, 556],
  rightHip: [319, 550],
};

describe('the head of a person who looks aside', () => {
  const head = (far: number, near: number) =>
    frameFrom({ ...lookingAside, leftEar: [393, 273, far], rightEar: [348, 269, near] }).head!;

  it('has the same height whichever of the two ears has the higher score', () => {
    expect(head(0.66, 0.7).height).to.equal(head(0.7, 0.66).height);
  });

  it('is at most as high as frontal shoulders allow', () => {
    expect(head(0.7, 0.7).height).to.be.within(0.6 * 140, 0.76 * 141);
  });

  it('may have any height where neither shoulders nor hips are reliable', () => {
    const { leftHip, rightHip, ...upper } = lookingAside;
    const seen = {
      ...upper,
      rightShoulder: [425, 365] as [number, number],
      leftEar: [393, 273] as [number, number],
    };
    expect(frameFrom(seen).head!.height).to.be.above(110);
  });
});

describe('the measure of a body', () => {
  it('is the upper arm where a person seen from the side shows no other length', () => {
    const side: Seen = { leftShoulder: [510, 104], rightShoulder: [450, 80], leftElbow: [565, 242] };
    expect(frameFrom(side).unit).to.be.closeTo(129, 3);
    expect(frameFrom({ ...side, leftElbow: [565, 242, 0.1] }).unit).to.be.below(70);
  });
});
