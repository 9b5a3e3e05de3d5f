import { clamp } from '../../pixels/clamp.ts';
import { distance, type Point, plus, unitVector } from '../../pixels/points.ts';
import type { Head } from './body.ts';
import { outlineAcross, personAt } from './outline.ts';
import type { Person } from './read-person.ts';

/** The measurements of a head for fitting a hat; scene pixels. */
export interface Skull {
  /** Middle of the head at the height of the forehead. */
  forehead: Point;
  /** Unit vectors: to the image's right across the head, and up through its crown. */
  along: Point;
  up: Point;
  /** Width of the head with hair at the forehead, and height up to the top of the hair. */
  width: number;
  height: number;
}

/** Distances in eye gaps (6.2 cm): a head is 2.5 wide from the front, 3.1 deep in profile. */
const size = {
  /** Half-way between brows (0.4) and hairline (1.15). */
  forehead: 0.72,
  /** From the eyes back to the middle of the head in profile. */
  behind: 1.1,
  front: [2.6, 3.4],
  profile: [2.7, 3.3],
  top: [1.35, 2.1],
} as const;
/**
 * Angle of the line from ear to eyes on a level head, the measurement error, the share of the angle that is kept
 * within the error, and the error in the network's pixels.
 */
const pitch = { level: 0.2, error: 0.2, keptShare: 0.3, pixels: 2.5 };
/** In profile a rim runs down from the forehead to the nape. */
const towardsNape = 0.2;

/** Estimates the skull from eyes, ears and the outline of the hair. */
export function getSkull(head: Head, person: Person): Skull {
  const { eyeGap, turn } = head;
  const sideways = clamp((Math.abs(turn) - 0.4) / 0.4, 0, 1);
  const along = tilted(head, person, sideways);
  const up = { x: along.y, y: -along.x };
  const brow = plus(head.eyes, up, eyeGap * size.forehead);
  const middle = plus(brow, along, -turn * eyeGap * size.behind);
  const limit = (k: 0 | 1): number => (size.front[k] + (size.profile[k] - size.front[k]) * sideways) * eyeGap;
  const hair = outlineAcross(person, plus(middle, up, eyeGap * 0.2), along, limit(1) * 0.6);
  const width = clamp(hair.width * 1.04, limit(0), limit(1));
  const aside = clamp(hair.offset, -0.45 * eyeGap, 0.45 * eyeGap);
  const forehead = plus(middle, along, aside);
  return { forehead, along, up, width, height: hairAbove(person, forehead, up, eyeGap) };
}

/** In profile the line from ear to eyes shows how far the head is tilted back. */
function tilted({ along, eyes, turn }: Head, { pose, box }: Person, sideways: number): Point {
  const ear = pose.leftEar.score > pose.rightEar.score ? pose.leftEar : pose.rightEar;
  if (sideways === 0 || ear.score < 0.3) return along;
  const facing = Math.sign(turn);
  const line = unitVector(ear, eyes);
  const back = -Math.atan2(line.y, line.x * facing) - pitch.level;
  // A small person has few pixels in the network's input: the line from ear to eyes is uncertain there.
  const pixel = (1.25 * Math.max(box.width, box.height)) / 192;
  const blur = (pitch.pixels * pixel) / Math.max(1, distance(ear, eyes));
  const beyondError = Math.max(0, Math.abs(back) - Math.max(pitch.error, blur));
  const tilt = Math.sign(back) * (Math.min(Math.abs(back), pitch.error) * pitch.keptShare + beyondError);
  const angle = -tilt - towardsNape;
  const level = Math.atan2(along.y, along.x);
  const wanted = clamp(angle * facing, -0.8, 0.8);
  const turned = level + (wanted - level) * sideways;
  return { x: Math.cos(turned), y: Math.sin(turned) };
}

function hairAbove(person: Person, from: Point, up: Point, eyeGap: number): number {
  const [min, max] = size.top;
  let d = 0;
  while (d < max * eyeGap && personAt(person, plus(from, up, d)) >= 0.5) d += eyeGap * 0.04;
  return clamp(d, min * eyeGap, max * eyeGap);
}
