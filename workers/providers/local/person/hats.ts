import { clamp, type Pixels, type Rect } from '../types.ts';
import type { Head } from './body.ts';
import { rimAngle } from './lower-rim.ts';
import { outlineAcross } from './outline.ts';
import { type Point, plus } from './points.ts';
import type { Person } from './read-person.ts';
import type { Lie } from './turned.ts';

/** Brim at the hairline, wide enough for the hair at its sides as far as hats go. */
export function hatOn(cutout: Pixels, head: Head, person: Person): Lie {
  const tilt = rimAngle(cutout);
  const along = turned(head.along, -tilt);
  const box = turnedBox(cutout, tilt);
  const up = { x: head.along.y, y: -head.along.x };
  const brow = plus(head.eyes, up, head.eyeGap * 0.6);
  const face = head.eyeGap * 2.4;
  // In profile the skull lies behind the eyes.
  const skull = plus(brow, head.along, -head.turn * head.eyeGap * 0.75);
  const hair = outlineAcross(person, plus(skull, up, head.eyeGap * 0.35), head.along, face);
  const width = clamp(hair.width * 1.05, face * 1.12, face * 1.5);
  const scale = width / box.width;
  const middle = plus(skull, head.along, clamp(hair.offset, -face * 0.3, face * 0.3));
  const centre = plus(middle, up, (box.height * scale) / 2);
  return {
    // The box of the turned hat is not centred on the picture's own centre.
    centre: plus(plus(centre, head.along, -box.x * scale), up, box.y * scale),
    width: cutout.width * scale,
    height: cutout.height * scale,
    along,
  };
}

const turned = ({ x, y }: Point, angle: number): Point => ({
  x: x * Math.cos(angle) - y * Math.sin(angle),
  y: x * Math.sin(angle) + y * Math.cos(angle),
});

/** Box of the visible pixels once the picture is turned by −`angle`; `x`, `y`: its middle from the picture's. */
function turnedBox({ data, width, height }: Pixels, angle: number): Rect {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let y = 0; y < height; y += 3) {
    for (let x = 0; x < width; x += 3) {
      if (data[(y * width + x) * 4 + 3]! < 128) continue;
      const p = turned({ x: x - width / 2, y: y - height / 2 }, -angle);
      left = Math.min(left, p.x);
      right = Math.max(right, p.x);
      top = Math.min(top, p.y);
      bottom = Math.max(bottom, p.y);
    }
  }
  return {
    x: (left + right) / 2,
    y: (top + bottom) / 2,
    width: Math.max(1, right - left),
    height: Math.max(1, bottom - top),
  };
}
