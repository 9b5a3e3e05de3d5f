import { type Corner, drawnAffine } from '../../pixels/affine.ts';
import { clamp } from '../../pixels/clamp.ts';
import type { Pixels } from '../../pixels/pixels.ts';
import { distance, type Point, plus, unitVector } from '../../pixels/points.ts';
import { unbounded } from '../../pixels/rect.ts';
import type { Head } from '../body/body.ts';
import { faceCoordinates } from '../body/body-places.ts';
import { outlineAcross, personAt } from '../body/outline.ts';
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
/** In profile: angle of the line from ear to eyes on a level head, its error, and the slope of a rim towards the nape. */
const pitch = { level: 0.2, error: 0.3, towardsNape: 0.2 };

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
  // The longest lower edge of a hat with a visor is the visor's: those photos are levelled by the two ends.
  return first.visor === 0 ? first : shapeAt(cutout, endToEnd(cutout));
}

function shapeAt(cutout: Pixels, angle: number): HatShape {
  const { points, toPhoto } = visiblePoints(cutout, angle);
  let [top, bottom] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { y } of points) [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  const getSpan = (from: number, to: number) => {
    let [left, right] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const { x, y } of points) {
      if (y < top + (bottom - top) * from || y > top + (bottom - top) * to) continue;
      [left, right] = [Math.min(left, x), Math.max(right, x)];
    }
    return { left, right };
  };
  const [crown, all] = [getSpan(0.35, 0.6), getSpan(0, 1)];
  const width = Math.max(1, crown.right - crown.left);
  const [left, right] = [(crown.left - all.left) / width, (all.right - crown.right) / width];
  const brimmed = Math.max(left, right) > overhang;
  return {
    at: (u, v) => toPhoto({ x: crown.left + width * u, y: bottom - (bottom - top) * v }),
    width,
    height: bottom - top,
    visor: brimmed && Math.abs(right - left) > overhang ? (right > left ? 1 : -1) : 0,
    soft: !brimmed,
  };
}

/** Slope from the lower end at the left to the one at the right. */
function endToEnd({ data, width, height }: Pixels): number {
  const lowest = (x: number): number => {
    let y = height - 1;
    while (y > 0 && data[(y * width + x) * 4 + 3]! < 128) y--;
    return y;
  };
  const [left, right] = [Math.round(width * 0.04), Math.round(width * 0.96)];
  return clamp(Math.atan2(lowest(right) - lowest(left), right - left), -0.5, 0.5);
}

/** Where the rim is on the head, at the left and the right, and the top above the left. */
function onSkull({ soft, ...shape }: HatShape, head: Head, person: Person): Corner {
  const { eyeGap, turn } = head;
  const sideways = clamp((Math.abs(turn) - 0.4) / 0.4, 0, 1);
  const along = tilted(head, person, sideways);
  const up = { x: along.y, y: -along.x };
  const brow = plus(plus(head.eyes, up, eyeGap * skull.forehead), along, -turn * eyeGap * skull.behind);
  const limit = (k: 0 | 1) => (skull.front[k] + (skull.profile[k] - skull.front[k]) * sideways) * eyeGap;
  const hair = outlineAcross(person, plus(brow, up, eyeGap * 0.2), along, limit(1) * 0.6);
  const width = clamp(hair.width * 1.04, limit(0), limit(1));
  const forehead = plus(brow, along, clamp(hair.offset, -0.45 * eyeGap, 0.45 * eyeGap));
  let top: number = skull.top[0];
  while (top < skull.top[1] && personAt(person, plus(forehead, up, top * eyeGap)) >= 0.5) top += 0.04;
  const natural = (shape.height * width) / shape.width;
  const height = soft ? clamp(top * eyeGap * 1.3, natural * stretch[0], natural * stretch[1]) : natural;
  const rim = plus(forehead, up, -eyeGap * (soft ? rimDrop.soft : rimDrop.stiff));
  const left = plus(rim, along, -width / 2);
  return [left, plus(left, along, width), plus(left, up, height)];
}

/** In profile the line from ear to eyes shows how far the head is tilted back. */
function tilted({ along, eyes, turn }: Head, { pose, box }: Person, sideways: number): Point {
  const ear = pose.leftEar.score > pose.rightEar.score ? pose.leftEar : pose.rightEar;
  if (sideways === 0 || ear.score < 0.3) return along;
  const facing = Math.sign(turn);
  const line = unitVector(ear, eyes);
  const back = -Math.atan2(line.y, line.x * facing) - pitch.level;
  // A small person has few pixels in the network's input: the line from ear to eyes is uncertain there.
  const error = Math.max(
    pitch.error,
    Math.max(box.width, box.height) / 60 / Math.max(1, distance(ear, eyes)),
  );
  const tilt = Math.sign(back) * Math.max(0, Math.abs(back) - error);
  const level = Math.atan2(along.y, along.x);
  const turned = level + (clamp((-tilt - pitch.towardsNape) * facing, -0.8, 0.8) - level) * sideways;
  return { x: Math.cos(turned), y: Math.sin(turned) };
}

/** Keeps an ellipse from the brows to the chin free, whatever the hat's shape. */
function clearFace({ rect, pixels }: Worn, head: Head): void {
  const { eyeGap } = head;
  for (let i = 0; i < rect.width * rect.height; i++) {
    const at = { x: rect.x + (i % rect.width) + 0.5, y: rect.y + Math.floor(i / rect.width) + 0.5 };
    const { along, down } = faceCoordinates(at, head);
    const r = Math.hypot(along / (eyeGap * 1.08), (down - eyeGap * 0.55) / (eyeGap * 0.98));
    if (r < 1.05) pixels.data[i * 4 + 3] = Math.round(pixels.data[i * 4 + 3]! * clamp((r - 1) * 20, 0, 1));
  }
}
