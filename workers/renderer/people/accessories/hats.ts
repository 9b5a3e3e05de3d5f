import { type Corner, drawnAffine } from '../../pixels/affine.ts';
import { clamp } from '../../pixels/clamp.ts';
import { hideWhere } from '../../pixels/layer.ts';
import type { Pixels } from '../../pixels/pixels.ts';
import { type Point, plus } from '../../pixels/points.ts';
import { boxAround, unbounded } from '../../pixels/rect.ts';
import type { Head } from '../body/body.ts';
import { faceCoordinates } from '../body/body-places.ts';
import { outlineAcross, personReach } from '../body/outline.ts';
import type { Person } from '../body/read-person.ts';
import type { Worn } from '../garments/worn.ts';
import { lowerSlope, visiblePoints } from './cutout-shape.ts';

/** The shape of a hat in its photo, turned to level. */
export interface HatShape {
  /** Point in the photo: `u` 0–1 across the part for the head, `v` from the lower rim (0) to the top (1). */
  at: (u: number, v: number) => Point;
  /** Photo pixels: the part for the head, and the whole height. */
  width: number;
  height: number;
  /** Side to which a visor points: −1 left, 1 right, 0 for no visor or a brim all around. */
  visor: -1 | 0 | 1;
  /** True for wool, which stretches, unlike felt and visors. */
  soft: boolean;
}

/** Overhang of the rim beyond the crown, in widths of the crown, from which it is a visor or brim. */
const overhang = 0.12;
/** Distance of a rim below the middle of the forehead, in eye gaps: just above the brows; visors are slightly lower. */
const rimDrop = { soft: 0.28, stiff: 0.36 };
/** Minimum and maximum vertical stretch of soft hats; stiff hats keep their shape. */
const stretch = [0.72, 1.15] as const;
/**
 * Distances on a head in eye gaps (6.2 cm): from the eyes to the middle of the forehead, from the eyes back to the middle
 * of the head in profile, widths from the front and in profile, and heights above the forehead.
 */
const skull = {
  forehead: 0.72,
  behind: 1.1,
  front: [2.6, 3.4],
  profile: [2.7, 3.3],
  top: [1.35, 2.1],
} as const;
/** In profile a rim runs down from the forehead to the nape; radians. */
const towardsNape = 0.2;

/** Puts a hat on a head: as wide as the head with its hair, the rim on the forehead, the visor over the face. */
export async function hatOn(cutout: Pixels, head: Head, person: Person): Promise<Worn | undefined> {
  const shape = hatShape(cutout);
  const facing = Math.abs(head.turn) > 0.15 ? Math.sign(head.turn) : shape.visor;
  const [left, right] = shape.visor !== 0 && facing !== shape.visor ? [1, 0] : [0, 1];
  const to = onSkull(shape, head, person);
  // Hats extend beyond the detected person.
  const layer = await drawnAffine(
    cutout,
    [shape.at(left, 0), shape.at(right, 0), shape.at(left, 1)],
    to,
    unbounded,
  );
  if (layer) clearFace(layer, head);
  return layer;
}

/** Reads the shape of a hat's cut-out (straight RGBA). */
export function hatShape(cutout: Pixels): HatShape {
  const first = shapeAt(cutout, lowerSlope(cutout));
  // The longest lower edge of a hat with a visor is the visor's, which says nothing about the rim.
  return first.visor === 0 ? first : shapeAt(cutout, 0);
}

function shapeAt(cutout: Pixels, angle: number): HatShape {
  const { points, toPhoto } = visiblePoints(cutout, angle);
  const all = boxAround(points, unbounded);
  const crown = boxAround(
    points.filter(({ y }) => y >= all.y + all.height * 0.35 && y <= all.y + all.height * 0.6),
    unbounded,
  );
  const right = (all.x + all.width - crown.x - crown.width) / crown.width;
  const left = (crown.x - all.x) / crown.width;
  const brimmed = Math.max(left, right) > overhang;
  return {
    at: (u, v) => toPhoto({ x: crown.x + crown.width * u, y: all.y + all.height * (1 - v) }),
    width: crown.width,
    height: all.height,
    visor: brimmed && Math.abs(right - left) > overhang ? (right > left ? 1 : -1) : 0,
    soft: !brimmed,
  };
}

/** Returns the places of the rim on the head, left and right, and of the top above the left. */
function onSkull({ soft, ...shape }: HatShape, head: Head, person: Person): Corner {
  const { eyeGap, turn } = head;
  const sideways = clamp((Math.abs(turn) - 0.4) / 0.4, 0, 1);
  const angle = Math.atan2(head.along.y, head.along.x) - Math.sign(turn) * sideways * towardsNape;
  const along = { x: Math.cos(angle), y: Math.sin(angle) };
  const up = { x: along.y, y: -along.x };
  const brow = plus(plus(head.eyes, up, eyeGap * skull.forehead), along, -turn * eyeGap * skull.behind);
  const limit = (k: 0 | 1) => (skull.front[k] + (skull.profile[k] - skull.front[k]) * sideways) * eyeGap;
  const hair = outlineAcross(person, plus(brow, up, eyeGap * 0.2), along, limit(1) * 0.6);
  const width = clamp(hair.width * 1.04, limit(0), limit(1));
  const forehead = plus(brow, along, clamp(hair.offset, -0.45 * eyeGap, 0.45 * eyeGap));
  const top = Math.max(personReach(person, forehead, up, skull.top[1] * eyeGap), skull.top[0] * eyeGap);
  const natural = (shape.height * width) / shape.width;
  const height = soft ? clamp(top * 1.3, natural * stretch[0], natural * stretch[1]) : natural;
  const rim = plus(forehead, up, -eyeGap * (soft ? rimDrop.soft : rimDrop.stiff));
  const left = plus(rim, along, -width / 2);
  return [left, plus(left, along, width), plus(left, up, height)];
}

/** Keeps an ellipse from the brows to the chin free, whatever the hat's shape. */
function clearFace(layer: Worn, head: Head): void {
  const { eyeGap } = head;
  hideWhere(layer, (at) => {
    const { along, down } = faceCoordinates(at, head);
    return 1 - (Math.hypot(along / (eyeGap * 1.08), (down - eyeGap * 0.55) / (eyeGap * 0.98)) - 1) * 20;
  });
}
