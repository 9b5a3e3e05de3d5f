import { marked } from '../../pixels/arrays.ts';
import { distanceTo } from '../../pixels/distance.ts';
import type { Pixels } from '../../pixels/pixels.ts';
import { distance, fromSegment, midway, type Point, plus, unitVector } from '../../pixels/points.ts';
import { resizedCutout } from '../../pixels/resize-cutout.ts';
import type { Frame } from '../body/body.ts';
import type { Pose } from '../body/pose.ts';
import type { Person } from '../body/read-person.ts';
import type { Drawing } from './draw-garment.ts';
import { type DressMesh, dressMesh, necklineEnd } from './dress-mesh.ts';
import type { FittedTop } from './fit-top.ts';
import { getLayers, isFace, type Layers } from './occlusion.ts';
import type { OldClothes } from './old-clothes.ts';
import { fadedAtEdge, oldShade } from './old-shade.ts';
import { toRows } from './outline-rows.ts';
import { usualSeam } from './top-landmarks.ts';

/** Longest side at which the outline is read. */
const shapeSide = 420;

/** Down to this share of the torso cloth follows the shoulders closely. */
const looseFrom = 0.15;

/** How far beside the body a dress may be, shoulder widths: its sleeves may hang elsewhere in the photo, skirts are wide. */
const widestAt = (t: number): number =>
  t > 1.3 ? Number.POSITIVE_INFINITY : 0.08 + 0.8 * Math.max(0, t - 0.85);

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
  const small = await resizedCutout(cutout, Math.min(1, shapeSide / Math.max(cutout.width, cutout.height)));
  const dress = dressMesh(toRows(small), scaledJoints(joints, small.width / cutout.width), frame);
  if (!dress) return undefined;
  const garment = await resizedCutout(cutout, Math.min(1, (dress.scale * small.width) / cutout.width));
  const { width, height } = scene;
  return {
    within: { x: 0, y: 0, width, height },
    pieces: [[dress.mesh]],
    garment,
    toGarment: garment.width / small.width,
    closed: true,
    scale: person.scale,
    old,
    layers: hangingLayers(getLayers(person, frame, old, asTop(dress, frame)), dress, person, frame, old),
    // It has the old top's folds only where both follow the body.
    shade: fadedAtEdge(oldShade(person, frame, old), old, frame.unit * person.scale),
  };
}

/** Joints at another size of the cut-out. */
function scaledJoints(joints: Pose, factor: number): Pose {
  const moved = Object.entries(joints).map(([name, { x, y, score }]) => [
    name,
    { x: x * factor, y: y * factor, score },
  ]);
  return Object.fromEntries(moved) as Pose;
}

/** The dress as a top without sleeves of its own. */
function asTop({ mesh }: DressMesh, { sides: [a, b], unit }: Frame): FittedTop {
  const hips = midway(a.hip, b.hip);
  const axis = unitVector(midway(a.shoulder, b.shoulder), hips);
  const shoulders = [a, b].map(({ shoulder }) => plus(shoulder, axis, -usualSeam * unit)) as [Point, Point];
  const length = distance(midway(...shoulders), hips);
  return { torso: mesh, sleeves: [], reach: [0, 0], worn: [0, 0], shoulders, axis, length };
}

/**
 * Adjusts the layers for skirts and flounces, which extend beyond the body: inside the dress's edges it is
 * clipped to the person above the hips only. Above the chest the old top stays visible where the dress leaves it uncovered; skin is
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
  const inside = marked(mask.data, (share) => share > 0.5);
  const beside = distanceTo(inside, width, height);
  for (let k = 0; k + 1 < edges.length; k++) {
    const [a, b] = [edges[k]!, edges[k + 1]!];
    eachIn([a.left, a.right, b.left, b.right], scale, width, height, (i, at) => {
      if (a.t < necklineEnd && isNeckline(at, a)) cover[i] = 0;
      if (a.t > necklineEnd && old.plane.data[i]! > 0.5 && !isArm(at, frame)) cover[i] = 1;
      const isLoose = b.t > looseFrom && beside[i]! <= widestAt(b.t) * frame.unit * scale;
      if (isLoose && !(frame.head && isFace(at, frame.head))) envelope[i] = 1;
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
