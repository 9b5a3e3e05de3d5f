import { expect } from 'chai';
import { withShoulders } from '../../../../../../workers/renderer/people/body/bust.ts';
import {
  type Joint,
  type JointName,
  jointNames,
  type Pose,
} from '../../../../../../workers/renderer/people/body/pose.ts';

type Seen = Partial<Record<JointName, [x: number, y: number, score: number]>>;

/** The joints of a portrait, 600 px wide; those that are not given are not seen. */
function portrait(seen: Seen): Pose {
  const joints = jointNames.map((name): [JointName, Joint] => {
    const [x, y, score] = seen[name] ?? [0, 0, 0];
    return [name, { x, y, score }];
  });
  return Object.fromEntries(joints) as Pose;
}

const face: Seen = {
  nose: [300, 260, 0.6],
  leftEye: [340, 220, 0.6],
  rightEye: [260, 220, 0.6],
  leftEar: [385, 235, 0.6],
  rightEar: [215, 235, 0.6],
};

describe('the shoulders of a portrait', () => {
  it('are estimated below the face, on both sides of the neck', () => {
    const { leftShoulder, rightShoulder } = withShoulders(portrait(face))!;
    for (const { y } of [leftShoulder, rightShoulder]) expect(y).to.be.within(380, 520);
    expect(leftShoulder.x).to.be.within(420, 560);
    expect(rightShoulder.x).to.be.within(40, 180);
  });

  it('are those that are seen, however unclearly, where they are plausible', () => {
    const { leftShoulder, rightShoulder } = withShoulders(
      portrait({ ...face, leftShoulder: [470, 470, 0.2], rightShoulder: [280, 180, 0.2] }),
    )!;
    expect(leftShoulder).to.include({ x: 470, y: 470 });
    expect(rightShoulder.x).to.be.below(200);
  });

  it('are not estimated without a face', () => {
    expect(withShoulders(portrait({ leftShoulder: [470, 470, 0.4] }))).to.equal(undefined);
  });
});
