import { boxAround } from '../../pixels/mesh.ts';
import type { Pixels } from '../../pixels/pixels.ts';
import { distance, fromSegment, type Point } from '../../pixels/points.ts';
import { resizedCutout } from '../../pixels/resize-cutout.ts';
import type { Frame } from '../body/body.ts';
import type { Pose } from '../body/pose.ts';
import type { Person } from '../body/read-person.ts';
import { withBareArms } from './bare-arms.ts';
import type { Drawing } from './draw-garment.ts';
import { type DressMesh, dressMesh, necklineEnd } from './dress-mesh.ts';
import { fitSleeves } from './fit-sleeve.ts';
import type { FittedTop } from './fit-top.ts';
import { legLandmarks } from './leg-landmarks.ts';
import { getLayers, isFace, type Layers } from './occlusion.ts';
import type { OldClothes } from './old-clothes.ts';
import { fadedAtEdge, oldShade } from './old-shade.ts';
import { clothAt, landmarks } from './top-landmarks.ts';
import { scaledJoints, wornShape } from './worn-shape.ts';

/** Longest side at which seams are detected. */
const shapeSide = 420;

/** Down to this share of the torso cloth follows the shoulders closely. */
const looseFrom = 0.15;

/**
 * Dresses the person in a dress or coat worn by another person, whose joints in the cut-out (straight RGBA) are
 * known: it hangs from the shoulders over the old top, and below the hips over both legs, which are visible below
 * its hem. Undefined when the joints do not show how it is worn.
 */
export async function wearDress(
  cutout: Pixels,
  joints: Pose,
  scene: Pixels,
  person: Person,
  frame: Frame,
  old: OldClothes,
): Promise<Drawing | undefined> {
  const factor = Math.min(1, shapeSide / Math.max(cutout.width, cutout.height));
  const small = await resizedCutout(cutout, factor);
  const shape = wornShape(small, scaledJoints(joints, small.width / cutout.width));
  if (!shape) return undefined;
  const body = landmarks(shape.seams, person, frame, old, false);
  const fittedDress = dressMesh(shape, body, legLandmarks(person, frame, old, scene), frame);
  const { shoulders, axis, length } = body;
  const sleeved = fitSleeves(shape.seams, body, frame, clothAt(person, old));
  const fitted: FittedTop = { ...sleeved, shoulders, axis, length, torso: fittedDress.mesh };
  const covered = fitted.sleeves.length > 0 ? withBareArms(old, person, frame) : old;
  const wanted = (distance(...body.shoulders) / distance(...shape.seams.shoulders)) * small.width;
  const garment = await resizedCutout(cutout, Math.min(1, wanted / cutout.width));
  const rect = boxAround([fittedDress.mesh, ...fitted.sleeves], {
    x: 0,
    y: 0,
    width: scene.width,
    height: scene.height,
  });
  return {
    rect,
    pieces: [[fittedDress.mesh], fitted.sleeves],
    garment,
    toGarment: garment.width / small.width,
    closed: true,
    scene,
    scale: person.scale,
    old: covered,
    layers: hangingLayers(getLayers(person, frame, covered, fitted), fittedDress, person, frame, covered),
    // It has the old top's folds only where both follow the body.
    shade: fadedAtEdge(oldShade(person, frame, covered), covered, frame.unit * person.scale),
  };
}

/**
 * Adjusts the layers for skirts and flounces, which extend beyond the body: inside the dress's edges nothing is
 * clipped to the person. Above the chest the old top stays visible where the dress leaves it uncovered; skin is
 * below the dress, except hands and forearms.
 */
function hangingLayers(
  layers: Layers,
  { edges }: DressMesh,
  { mask, scale }: Person,
  frame: Frame,
  old: OldClothes,
): Layers {
  const { width, height } = mask;
  const envelope = layers.envelope.data.slice();
  const cover = layers.cover.data.slice();
  for (let k = 0; k + 1 < edges.length; k++) {
    const [a, b] = [edges[k]!, edges[k + 1]!];
    eachIn([a.left, a.right, b.left, b.right], scale, width, height, (i, at) => {
      if (a.t < necklineEnd && isNeckline(at, a)) cover[i] = 0;
      if (a.t > necklineEnd && old.plane.data[i]! > 0.5 && !isArm(at, frame)) cover[i] = 1;
      if (b.t > looseFrom && !(frame.head && isFace(at, frame.head))) envelope[i] = 1;
    });
  }
  return {
    ...layers,
    envelope: { ...layers.envelope, data: envelope },
    cover: { ...layers.cover, data: cover },
  };
}

/** True between the straps, where old cloth stays visible. */
const isNeckline = (at: Point, { left, right }: DressMesh['edges'][number]): boolean => {
  const share = (at.x - left.x) / Math.max(1, right.x - left.x);
  return share > 0.16 && share < 0.84;
};

const isArm = (at: Point, { sides, unit }: Frame): boolean =>
  sides.some(
    ({ shoulder, elbow, wrist }) =>
      Math.min(fromSegment(at, shoulder, elbow), fromSegment(at, elbow, wrist)) < unit * 0.12,
  );

/** Visits the cells of a plane in the box around some scene points, with a small margin. */
function eachIn(
  points: Point[],
  scale: number,
  width: number,
  height: number,
  visit: (i: number, at: Point) => void,
): void {
  const xs = points.map(({ x }) => x * scale);
  const ys = points.map(({ y }) => y * scale);
  const right = Math.min(width - 1, Math.ceil(Math.max(...xs)) + 2);
  const bottom = Math.min(height - 1, Math.ceil(Math.max(...ys)));
  for (let y = Math.max(0, Math.floor(Math.min(...ys)) - 1); y <= bottom; y++) {
    for (let x = Math.max(0, Math.floor(Math.min(...xs)) - 2); x <= right; x++)
      visit(y * width + x, { x: (x + 0.5) / scale, y: (y + 0.5) / scale });
  }
}
