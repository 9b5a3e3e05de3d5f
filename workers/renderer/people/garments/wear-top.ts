import type { Pixels } from '../../pixels/pixels.ts';
import { distance } from '../../pixels/points.ts';
import { withMargin } from '../../pixels/rect.ts';
import { resizedCutout } from '../../pixels/resize-cutout.ts';
import { eased } from '../../pixels/sound-mesh.ts';
import type { Frame, Side } from '../body/body.ts';
import { torsoCoordinates } from '../body/body-places.ts';
import { mapPose, type Pose } from '../body/pose.ts';
import type { Person } from '../body/read-person.ts';
import { withCovered, withoutNotches, withRim } from './covered-clothes.ts';
import type { Drawing } from './draw-garment.ts';
import { fitTop } from './fit-top.ts';
import { topShape } from './garment-shape.ts';
import { getLayers, hangingHair } from './occlusion.ts';
import type { OldClothes } from './old-clothes.ts';
import type { Figure } from './worn.ts';
import { wornShape } from './worn-shape.ts';

/** Longest side at which seams are detected. */
const shapeSide = 360;

/**
 * Dresses the person in a top or dress (straight RGBA cut-out): warped onto shoulders, sides and arms, drawn over
 * the old clothes and under hands, hair and straps. Undefined when the cut-out does not have a top's outline, in a portrait
 * that shows no shoulders, on a person who turns away or whose arms do not hang, and where the garment would not follow the body.
 */
export async function wearTop(
  cutout: Pixels,
  { scene, person: seen, frame }: Figure,
  found: OldClothes,
  long: boolean,
  joints?: Pose,
): Promise<Drawing | undefined> {
  const small = await resizedCutout(cutout, Math.min(1, shapeSide / Math.max(cutout.width, cutout.height)));
  const shrunk = small.width / cutout.width;
  const shape = joints
    ? wornShape(
        small,
        mapPose(joints, ({ x, y }) => ({ x: x * shrunk, y: y * shrunk })),
      )
    : topShape(small);
  if (!shape || seen.isBust || !facesCamera(seen, frame)) return undefined;
  const person = withoutNotches(seen, frame);
  const old = withRim(found, seen, person);
  const fitted = fitTop(shape, person, frame, old, long);
  const hasSleeves = shape.sleeves[0] !== undefined;
  if (hasSleeves && !frame.sides.every((side) => hangs(side, frame))) return undefined;
  // Between narrow straps the cloth is free to follow none of the body.
  if (hasSleeves && eased(fitted.torso).plain > maxPlain) return undefined;
  const hair = hangingHair(person, frame, old);
  const covered = withCovered(old, person, frame, fitted, hair);
  const wanted = (distance(...fitted.shoulders) / distance(...shape.shoulders)) * small.width;
  const garment = await resizedCutout(cutout, Math.min(1, wanted / cutout.width));
  return {
    within: withMargin(person.box, frame.unit * 0.12 + 4, scene),
    pieces: [[fitted.torso], fitted.sleeves],
    garment,
    toGarment: garment.width / small.width,
    // Without sleeves it is worn over the old shirt, which stays visible beside straps and at the sides: extending
    // the cloth there looks wrong.
    closed: hasSleeves,
    scale: person.scale,
    old: covered,
    layers: getLayers(person, frame, covered, fitted, hair),
  };
}

/** A garment that must be eased more than this hardly follows the body. */
const maxPlain = 0.45;
/** Minimum distance of the shoulders of a person who faces the camera, in the usual one for the size of the person. */
const narrowest = 0.6;

/** False for a person who turns aside or away: from behind, the left shoulder is on the left. */
const facesCamera = ({ pose }: Person, { unit }: Frame): boolean =>
  pose.leftShoulder.x - pose.rightShoulder.x >= narrowest * unit;

/** Minimum score of a wrist that is seen. */
const seenWrist = 0.35;

/** True for an arm that hangs, or whose hand is not seen: the sleeves of a garment follow no arm that is raised or stretched out. */
const hangs = ({ wrist, seen }: Side, frame: Frame): boolean =>
  seen.wrist < seenWrist || torsoCoordinates(wrist, frame).t > 0.5;
