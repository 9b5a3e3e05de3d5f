import { type Corner, drawnAffine } from '../../pixels/affine.ts';
import { clamp } from '../../pixels/clamp.ts';
import { components } from '../../pixels/components.ts';
import { dilate, erode } from '../../pixels/distance.ts';
import type { Pixels } from '../../pixels/pixels.ts';
import { type Point, plus } from '../../pixels/points.ts';
import { resizedCutout } from '../../pixels/resize-cutout.ts';
import type { Head } from '../body/body.ts';
import type { Worn } from '../garments/worn.ts';
import { convex, maskedBy, solid } from './cutout-shape.ts';

/** Longest side of the grid on which lenses are detected. */
const gridSide = 240;
/** Shares of the photo's width: temples and rims are thinner, lenses are larger across. */
const lens = { thin: 0.028, minArea: 0.01 };
/** The middles of lenses are slightly further apart than the eyes, and lower; in eye gaps. */
const fit = { apart: 1.06, lower: 0.1 };
/** Minimum ratio of a lens's height to its width, and maximum vertical stretch of a photo. */
const minLensRatio = 0.68;
const maxStretch = 1.45;

/** Puts glasses in front of the eyes, lens by lens, and omits the temples where the photo shows them at an angle. */
export async function glassesOn(cutout: Pixels, head: Head, scene: Pixels): Promise<Worn | undefined> {
  const { left, right, flatness, front } = (await findLenses(cutout)) ?? frontal(cutout);
  const down = { x: -head.along.y, y: head.along.x };
  const half = (head.eyeGap * fit.apart * (1 - 0.3 * Math.abs(head.turn))) / 2;
  const lower = plus(head.eyes, down, head.eyeGap * fit.lower);
  const middle = plus(lower, head.along, head.turn * head.eyeGap * -0.1);
  // Photos from above show lenses flattened: part of the height is restored.
  const taller = clamp(minLensRatio / flatness, 1, maxStretch);
  const [first, second] = [plus(middle, head.along, -half), plus(middle, head.along, half)];
  const from: Corner = [
    left,
    right,
    { x: left.x - (right.y - left.y) / taller, y: left.y + (right.x - left.x) / taller },
  ];
  return drawnAffine(front, from, [first, second, plus(first, down, head.eyeGap * fit.apart)], scene);
}

interface Lenses {
  /** Middles, photo pixels. */
  left: Point;
  right: Point;
  /** Ratio of the lenses' spread across the line between them to that along it. */
  flatness: number;
  /** The cut-out limited to the area around the lenses. */
  front: Pixels;
}

/** The usual places of transparent lenses, in a photo from the front. */
const frontal = (front: Pixels): Lenses => ({
  left: { x: front.width * 0.27, y: front.height / 2 },
  right: { x: front.width * 0.73, y: front.height / 2 },
  flatness: 1,
  front,
});

/** Two thick parts of similar size beside each other; undefined for transparent lenses. */
async function findLenses(cutout: Pixels): Promise<Lenses | undefined> {
  const small = await resizedCutout(cutout, Math.min(1, gridSide / Math.max(cutout.width, cutout.height)));
  const { width, height } = small;
  const radius = Math.max(1.5, width * lens.thin);
  const thick = components(erode(solid(small), width, height, radius), width, height);
  const [a, b] = thick.sort((p, q) => q.area - p.area);
  if (!a || !b || b.area < a.area * 0.4 || b.area < width * width * lens.minArea) return undefined;
  const [first, second] = [a, b].map(({ pixels }) => getMiddle(pixels, width)).sort((p, q) => p.x - q.x);
  const [left, right] = [first!, second!];
  const [dx, dy] = [right.x - left.x, right.y - left.y];
  if (Math.abs(dy) > dx * 1.2) return undefined;
  const apart = Math.hypot(dx, dy);
  const core = new Uint8Array(width * height);
  let [along, across] = [1, 1];
  for (const { pixels } of [a, b]) {
    const middle = getMiddle(pixels, width);
    for (const i of pixels) {
      core[i] = 1;
      const [x, y] = [(i % width) - middle.x, Math.floor(i / width) - middle.y];
      along += ((x * dx + y * dy) / apart) ** 2;
      across += ((y * dx - x * dy) / apart) ** 2;
    }
  }
  const nearLenses = convex(dilate(core, width, height, radius + 1 + apart * 0.09), width, height);
  const k = cutout.width / width;
  const toPhoto = ({ x, y }: Point): Point => ({ x: (x + 0.5) * k, y: (y + 0.5) * k });
  return {
    left: toPhoto(left),
    right: toPhoto(right),
    flatness: Math.sqrt(across / along),
    front: maskedBy(cutout, nearLenses, width),
  };
}

function getMiddle(pixels: number[], width: number): Point {
  const sum = pixels.reduce((p, i) => ({ x: p.x + (i % width), y: p.y + Math.floor(i / width) }), {
    x: 0,
    y: 0,
  });
  return { x: sum.x / pixels.length, y: sum.y / pixels.length };
}
