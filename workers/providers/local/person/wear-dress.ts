import { components } from '../components.ts';
import { dilate, erode } from '../cutout/distance.ts';
import type { Plane } from '../plane.ts';
import type { Pixels } from '../types.ts';
import { withBareArms } from './bare-arms.ts';
import type { Frame } from './body.ts';
import { drawGarment, type WornLayer } from './draw-garment.ts';
import { bareTo, type DressMesh, dressMesh } from './dress-mesh.ts';
import { oldSleeve, sleeveMesh, sleeveReach } from './fit-sleeve.ts';
import type { FittedTop } from './fit-top.ts';
import { isFace, type Layers, layersOf } from './in-front.ts';
import { legLandmarks } from './leg-landmarks.ts';
import { boxAround, type Mesh, sourceMap } from './mesh.ts';
import type { OldClothes } from './old-clothes.ts';
import { oldShade } from './old-shade.ts';
import { between, distance, fromSegment, type Point, plus } from './points.ts';
import type { Pose } from './pose.ts';
import type { Person } from './read-person.ts';
import { resizedCutout } from './resize-cutout.ts';
import { clothAt, landmarks } from './top-landmarks.ts';
import { scaledJoints, type WornShape, wornShape } from './worn-shape.ts';

/** Seams are looked for at this size. */
const shapeSide = 420;

/** Down to here, as a share of the torso, cloth lies on the shoulders and not off them. */
const hangsFrom = 0.15;
/** From here on down what hangs beside the arms are trousers; share of the torso. */
const waist = 0.6;
/** Smaller things, in square shoulder widths. */
const speck = 0.015;
/** Half width of lines, cells of the mask. */
const line = 2;

/**
 * Dresses the person in a dress or coat taken off another person, whose joints in the cut-out (straight RGBA) are
 * known: it hangs from the shoulders over the old top, and below the hips over both legs, which show under its hem.
 * Undefined when the joints do not say how it is worn.
 */
export async function wearDress(
  cutout: Pixels,
  joints: Pose,
  scene: Pixels,
  person: Person,
  frame: Frame,
  old: OldClothes,
): Promise<WornLayer | undefined> {
  const factor = Math.min(1, shapeSide / Math.max(cutout.width, cutout.height));
  const small = await resizedCutout(cutout, factor);
  const shape = wornShape(small, scaledJoints(joints, small.width / cutout.width));
  if (!shape) return undefined;
  const body = landmarks(shape.seams, person, frame, old, false);
  const hung = dressMesh(shape, body, legLandmarks(person, frame, old, scene), frame);
  const fitted = { ...sleevesOn(shape, body, person, frame, old), torso: hung.mesh };
  const covered = fitted.sleeves.length > 0 ? withBareArms(old, person, frame) : old;
  const wanted = (distance(...body.shoulders) / distance(...shape.seams.shoulders)) * small.width;
  const garment = await resizedCutout(cutout, Math.min(1, wanted / cutout.width));
  const rect = boxAround([hung.mesh, ...fitted.sleeves], {
    x: 0,
    y: 0,
    width: scene.width,
    height: scene.height,
  });
  const maps = [sourceMap([hung.mesh], rect)];
  if (fitted.sleeves.length > 0) maps.push(sourceMap(fitted.sleeves, rect));
  return drawGarment({
    garment,
    toGarment: garment.width / small.width,
    maps,
    closed: true,
    scene,
    scale: person.scale,
    old: covered,
    layers: hanging(layersOf(person, frame, covered, fitted), hung, person, frame, covered),
    shade: oldShade(person, frame, covered),
  });
}

function sleevesOn(
  { seams }: WornShape,
  body: ReturnType<typeof landmarks>,
  person: Person,
  frame: Frame,
  old: OldClothes,
): Omit<FittedTop, 'torso'> {
  const cloth = clothAt(person, old);
  const worn: [number, number] = [oldSleeve(frame.sides[0], cloth), oldSleeve(frame.sides[1], cloth)];
  const reach: [number, number] = [0, 0];
  const sleeves: Mesh[] = [];
  for (const side of [0, 1] as const) {
    const sleeve = seams.sleeves[side];
    if (!sleeve) continue;
    reach[side] = sleeveReach(sleeve, seams, body, frame, side, worn[side]);
    sleeves.push(sleeveMesh(sleeve, seams, body, frame, side, reach[side]));
  }
  const { shoulders, axis, length } = body;
  return { sleeves, shoulders, axis, length, reach, worn };
}

/**
 * Skirts and flounces stand off the body: within the dress's own edges nothing is clipped to the person. Above the
 * chest the old top shows where the dress leaves it bare; skin is below the dress, but for hands and forearms.
 */
function hanging(
  layers: Layers,
  { edges }: DressMesh,
  { mask, scale }: Person,
  frame: Frame,
  old: OldClothes,
): Layers {
  const { width, height } = mask;
  const envelope = layers.envelope.data.slice();
  const cover = layers.cover.data.slice();
  const front = withoutLines(layers.front);
  for (let k = 0; k + 1 < edges.length; k++) {
    const [a, b] = [edges[k]!, edges[k + 1]!];
    eachIn([a.left, a.right, b.left, b.right], scale, width, height, (i, at) => {
      if (a.t < bareTo && isNeckline(at, a)) cover[i] = 0;
      if (!isBefore(at, b.t, old.skin.data[i]! > 0.5, frame)) front.data[i] = 0;
      if (b.t > hangsFrom && !(frame.head && isFace(at, frame.head))) envelope[i] = 1;
    });
  }
  return {
    ...layers,
    front: withoutSpecks(front, (frame.unit * scale) ** 2 * speck),
    envelope: { ...layers.envelope, data: envelope },
    cover: { ...layers.cover, data: cover },
  };
}

/** Between the straps, where old cloth is not to be hidden. */
const isNeckline = (at: Point, { left, right }: DressMesh['edges'][number]): boolean => {
  const share = (at.x - left.x) / Math.max(1, right.x - left.x);
  return share > 0.16 && share < 0.84;
};

/** Of what is taken for a thing before the dress: hands and forearms, and above the waist hair and straps. */
function isBefore(at: Point, t: number, skin: boolean, { sides, unit }: Frame): boolean {
  if (!skin && t < waist) return true;
  return sides.some(({ seen, elbow, wrist }) => {
    if (seen.wrist < 0.2) return false;
    const fingers = plus(wrist, { x: wrist.x - elbow.x, y: wrist.y - elbow.y }, 0.4);
    // What is no skin beside an arm is the trousers; on it, a sleeve or a watch.
    return fromSegment(at, between(elbow, wrist, 0.3), fingers) < unit * (skin ? 0.18 : 0.07);
  });
}

/** The cells of a plane in the box around some scene points, and a little more. */
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

/** What is left of a bare arm's shaded rim is nothing before the dress. */
function withoutSpecks(front: Plane, least: number): Plane {
  const { width, height } = front;
  const data = front.data.slice();
  const solid = Uint8Array.from(data, (share) => (share > 0.3 ? 1 : 0));
  for (const { pixels, area } of components(solid, width, height)) {
    if (area < least) for (const i of pixels) data[i] = 0;
  }
  return { ...front, data };
}

/** The hem of an old neckline between skin and cloth is neither: a line across the new dress. */
function withoutLines(front: Plane): Plane {
  const { width, height, data } = front;
  const solid = Uint8Array.from(data, (share) => (share > 0.5 ? 1 : 0));
  const thick = dilate(erode(solid, width, height, line), width, height, line + 2);
  return { ...front, data: data.map((share, i) => (thick[i] ? share : 0)) };
}
