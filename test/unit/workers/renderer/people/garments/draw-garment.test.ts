import { expect } from 'chai';
import fc from 'fast-check';
import { getFrame } from '../../../../../../workers/renderer/people/body/body.ts';
import { jointNames, type Pose } from '../../../../../../workers/renderer/people/body/pose.ts';
import type { Person } from '../../../../../../workers/renderer/people/body/read-person.ts';
import {
  type Drawing,
  drawGarment,
} from '../../../../../../workers/renderer/people/garments/draw-garment.ts';
import {
  findOldClothes,
  type OldClothes,
} from '../../../../../../workers/renderer/people/garments/old-clothes.ts';
import { wearBottom } from '../../../../../../workers/renderer/people/garments/wear-bottom.ts';
import { wearTop } from '../../../../../../workers/renderer/people/garments/wear-top.ts';
import type { Pixels } from '../../../../../../workers/renderer/pixels/pixels.ts';
import { eased } from '../../../../../../workers/renderer/pixels/sound-mesh.ts';
import { expectWhole } from '../../pixels/mesh-triangles.ts';
import { drawnPerson, jumperCutout, teeCutout } from '../figure.ts';
import { trousersCutout } from './bottoms.ts';

const joint = fc.record({
  x: fc.integer({ min: -300, max: 900 }),
  y: fc.integer({ min: -300, max: 1100 }),
  score: fc.constantFrom(0, 0.15, 0.3, 0.9),
});
const anyJoints = fc.record(
  Object.fromEntries(jointNames.map((name) => [name, joint])),
) as fc.Arbitrary<Pose>;
/** All joints at one point. */
const oneJoint = joint.map((at) => Object.fromEntries(jointNames.map((name) => [name, at])) as Pose);

describe('a garment on a body of any joints, possible or not', () => {
  let scene: Pixels;
  let person: Person;
  let old: OldClothes;

  before(async () => {
    ({ scene, person } = await drawnPerson());
    old = await findOldClothes(person, getFrame(person), 'both');
  });

  const garments: [string, (wearer: Person) => Promise<Drawing | undefined>][] = [
    [
      'a T-shirt',
      async (wearer) =>
        wearTop(await teeCutout(), { scene, person: wearer, frame: getFrame(wearer) }, old, false),
    ],
    [
      'a jumper',
      async (wearer) =>
        wearTop(await jumperCutout(), { scene, person: wearer, frame: getFrame(wearer) }, old, false),
    ],
    [
      'trousers',
      async (wearer) =>
        wearBottom(await trousersCutout(), { scene, person: wearer, frame: getFrame(wearer) }, old, true),
    ],
    [
      'a dress',
      async (wearer) =>
        wearTop(
          await teeCutout(),
          { scene, person: wearer, frame: getFrame(wearer) },
          old,
          true,
          person.pose,
        ),
    ],
  ];

  for (const [name, wear] of garments) {
    it(`draws ${name} without a triangle that is turned over or stretched too far`, async () => {
      await fc.assert(
        fc.asyncProperty(fc.oneof({ weight: 5, arbitrary: anyJoints }, oneJoint), async (pose) => {
          const drawing = await wear({ ...person, pose });
          if (!drawing) return;
          for (const mesh of drawing.pieces.flat()) expectWhole(eased(mesh).mesh);
          const { rect, pixels } = await drawGarment(drawing);
          expect(pixels.data).to.have.length(rect.width * rect.height * 4);
        }),
        { seed: 26, numRuns: 4 },
      );
    });
  }
});
