import { marked } from '../../pixels/arrays.ts';
import { components } from '../../pixels/components.ts';
import { dilate, distanceTo, erode } from '../../pixels/distance.ts';
import type { Pixels } from '../../pixels/pixels.ts';
import { distance } from '../../pixels/points.ts';
import { boxAround, type Rect } from '../../pixels/rect.ts';
import { resizedCutout } from '../../pixels/resize-cutout.ts';
import { eased } from '../../pixels/sound-mesh.ts';
import type { Frame } from '../body/body.ts';
import type { Pose } from '../body/pose.ts';
import type { Person } from '../body/read-person.ts';
import { withBareArms } from './bare-arms.ts';
import type { Drawing } from './draw-garment.ts';
import { isLong } from './fit-sleeve.ts';
import { fitTop } from './fit-top.ts';
import { topShape } from './garment-shape.ts';
import { layOn } from './lay-on.ts';
import { getLayers, hangingHair } from './occlusion.ts';
import type { OldClothes } from './old-clothes.ts';
import { withCollar } from './old-collar.ts';
import { wornShape } from './worn-shape.ts';

/** Longest side at which seams are detected. */
const shapeSide = 360;

/**
 * Dresses the person in a top or dress (straight RGBA cut-out): warped onto shoulders, sides and arms, drawn over
 * the old clothes and under hands, hair and straps. Undefined when the cut-out
 * does not have a top's outline.
 */
export async function wearTop(
  cutout: Pixels,
  scene: Pixels,
  seen: Person,
  frame: Frame,
  found: OldClothes,
  long: boolean,
  joints?: Pose,
): Promise<Drawing | undefined> {
  const small = await resizedCutout(cutout, Math.min(1, shapeSide / Math.max(cutout.width, cutout.height)));
  const shape = joints ? wornShape(small, scaledJoints(joints, small.width / cutout.width)) : topShape(small);
  if (!shape) return undefined;
  const person = withoutNotches(seen, frame);
  const old = withNotches(found, seen, person);
  const warped = fitTop(shape, person, frame, old, long);
  const follows = !person.isBust && eased(warped.torso).plain <= maxPlain;
  const fitted = follows ? warped : layOn(shape, frame, small);
  // Cloth that does not follow the body would be drawn up to the chin, as a sack.
  const hair = hangingHair(person, frame, old);
  const known = follows ? withCollar(old, person, frame, fitted, hair.data) : old;
  const covered = shape.sleeves.some((sleeve) => sleeve && isLong(sleeve, shape))
    ? withBareArms(known, person, frame)
    : known;
  const wanted = (distance(...warped.shoulders) / distance(...shape.shoulders)) * small.width;
  const garment = await resizedCutout(cutout, Math.min(1, wanted / cutout.width));
  return {
    within: areaAround(person, frame, scene),
    pieces: [[fitted.torso], fitted.sleeves],
    garment,
    toGarment: garment.width / small.width,
    // Without sleeves it is worn over the old shirt, which stays visible beside straps and at the sides: extending
    // the cloth there looks wrong.
    closed: shape.sleeves[0] !== undefined,
    scale: person.scale,
    old: covered,
    layers: getLayers(person, frame, covered, fitted, hair),
    laidOn: !follows,
  };
}

/** Notches in an outline that are filled, shoulder widths: prints in the colors of the ground, not the space beside an arm. */
const notch = { half: 0.07, longest: 0.35 };

/** Fills the notches and holes of the person's outline. */
function withoutNotches(person: Person, { unit }: Frame): Person {
  const { data, width, height } = person.mask;
  const size = unit * person.scale;
  const inside = marked(data, (share) => share > 0.5);
  const closed = erode(dilate(inside, width, height, notch.half * size), width, height, notch.half * size);
  const gaps = closed.map((value, i) => value & (1 - inside[i]!));
  const filled = data.slice();
  for (const { pixels, box } of components(gaps, width, height)) {
    if (Math.max(box.width, box.height) < notch.longest * size) for (const i of pixels) filled[i] = 1;
  }
  return { ...person, mask: { ...person.mask, data: filled } };
}

/** Old clothes with the filled notches beside them, and with the soft rim of the outline, which shows their color. */
function withNotches(old: OldClothes, seen: Person, filled: Person): OldClothes {
  const { data, width, height } = old.plane;
  const cloth = marked(data, (share) => share > 0.5);
  const near = distanceTo(cloth, width, height);
  const isNotch = (i: number) => seen.mask.data[i]! < 0.5 && filled.mask.data[i]! > 0.5 && near[i]! < 12;
  const isRim = (i: number) => filled.mask.data[i]! < 0.5 && near[i]! < 1.8;
  return {
    ...old,
    plane: { ...old.plane, data: data.map((share, i) => (isNotch(i) || isRim(i) ? 1 : share)) },
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

/** A garment that must be eased more than this hardly follows the body. */
const maxPlain = 0.45;

/** The scene area around the person plus a margin for cloth. */
function areaAround({ box: { x, y, width, height } }: Person, { unit }: Frame, scene: Pixels): Rect {
  const pad = unit * 0.12 + 4;
  const corners = [
    { x: x - pad, y: y - pad },
    { x: x + width + pad, y: y + height + pad },
  ];
  return boxAround(corners, scene);
}
