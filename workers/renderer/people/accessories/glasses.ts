import { type Corner, drawnAffine } from '../../pixels/affine.ts';
import { clamp } from '../../pixels/clamp.ts';
import { components } from '../../pixels/components.ts';
import { dilate, erode } from '../../pixels/distance.ts';
import { edgePoints, getHull, turn } from '../../pixels/hull.ts';
import type { Pixels } from '../../pixels/pixels.ts';
import { type Point, plus, unitVector } from '../../pixels/points.ts';
import { resizedCutout } from '../../pixels/resize-cutout.ts';
import type { Head } from '../body/body.ts';
import type { Worn } from '../garments/worn.ts';

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
  const found = await getLenses(cutout);
  if (!found) return drawnAffine(cutout, ...frontal(cutout, head), scene);
  const down = { x: -head.along.y, y: head.along.x };
  const half = (head.eyeGap * fit.apart * (1 - 0.3 * Math.abs(head.turn))) / 2;
  const middle = plus(
    plus(head.eyes, down, head.eyeGap * fit.lower),
    head.along,
    head.turn * head.eyeGap * -0.1,
  );
  const [left, right] = [plus(middle, head.along, -half), plus(middle, head.along, half)];
  const [a, b, c] = square(found.left, found.right);
  // Photos from above show lenses flattened: part of the height is restored.
  const taller = clamp(minLensRatio / found.flatness, 1, maxStretch);
  const from: Corner = [a, b, { x: a.x + (c.x - a.x) / taller, y: a.y + (c.y - a.y) / taller }];
  return drawnAffine(found.front, from, square(left, right), scene);
}

/** Corners of a square on the line between two points, so that the mapping does not stretch. */
const square = (a: Point, b: Point): Corner => [a, b, { x: a.x - (b.y - a.y), y: a.y + (b.x - a.x) }];

/** Maps the whole photo to the eyes. */
function frontal({ width, height }: Pixels, head: Head): readonly [from: Corner, to: Corner] {
  const down = { x: -head.along.y, y: head.along.x };
  const wide = head.eyeGap * 2.3 * (1 - 0.3 * Math.abs(head.turn));
  const tall = (head.eyeGap * 2.3 * height) / width;
  const aside = head.turn * head.eyeGap * -0.1;
  const start = plus(plus(head.eyes, down, head.eyeGap * 0.08 - tall / 2), head.along, aside - wide / 2);
  return [
    [
      { x: 0, y: 0 },
      { x: width, y: 0 },
      { x: 0, y: height },
    ],
    [start, plus(start, head.along, wide), plus(start, down, tall)],
  ];
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

/** Two thick parts of similar size beside each other; undefined for transparent lenses. */
async function getLenses(cutout: Pixels): Promise<Lenses | undefined> {
  const factor = Math.min(1, gridSide / Math.max(cutout.width, cutout.height));
  const { data, width, height } = await resizedCutout(cutout, factor);
  const mask = new Uint8Array(width * height).map((_, i) => (data[i * 4 + 3]! > 127 ? 1 : 0));
  const radius = Math.max(1.5, width * lens.thin);
  const thick = components(erode(mask, width, height, radius), width, height).sort((p, q) => q.area - p.area);
  const [a, b] = thick;
  if (!a || !b || b.area < a.area * 0.4 || b.area < width * width * lens.minArea) return undefined;
  const core = new Uint8Array(mask.length);
  for (const { pixels } of [a, b]) for (const i of pixels) core[i] = 1;
  const full = dilate(core, width, height, radius + 1);
  const middles = [a, b].map(({ pixels }) => getMiddle(pixels, width)).sort((p, q) => p.x - q.x);
  const [left, right] = middles as [Point, Point];
  if (Math.abs(right.y - left.y) > (right.x - left.x) * 1.2) return undefined;
  const apart = Math.hypot(right.x - left.x, right.y - left.y);
  const nearLenses = convex(dilate(full, width, height, apart * 0.09), width, height);
  const k = cutout.width / width;
  const scaled = ({ x, y }: Point): Point => ({ x: (x + 0.5) * k, y: (y + 0.5) * k });
  return {
    left: scaled(left),
    right: scaled(right),
    flatness: (getFlatness(a.pixels, width, left, right) + getFlatness(b.pixels, width, left, right)) / 2,
    front: maskedBy(cutout, nearLenses, width, height),
  };
}

function getFlatness(pixels: number[], width: number, left: Point, right: Point): number {
  const line = unitVector(left, right);
  const middle = getMiddle(pixels, width);
  let [along, across] = [1, 1];
  for (const i of pixels) {
    const [dx, dy] = [(i % width) - middle.x, Math.floor(i / width) - middle.y];
    along += (dx * line.x + dy * line.y) ** 2;
    across += (dy * line.x - dx * line.y) ** 2;
  }
  return Math.sqrt(across / along);
}

function getMiddle(pixels: number[], width: number): Point {
  let [x, y] = [0, 0];
  for (const i of pixels) {
    x += i % width;
    y += Math.floor(i / width);
  }
  return { x: x / pixels.length, y: y / pixels.length };
}

/** 1 inside the convex outline of a mask. */
function convex(mask: Uint8Array, width: number, height: number): Uint8Array {
  const hull = getHull(edgePoints(mask, width, height));
  return mask.map((_, i) => {
    const at = { x: i % width, y: Math.floor(i / width) };
    return hull.every((a, k) => turn(a, hull[(k + 1) % hull.length]!, at) >= 0) ? 1 : 0;
  });
}

function maskedBy(cutout: Pixels, nearLenses: Uint8Array, width: number, height: number): Pixels {
  const data = new Uint8Array(cutout.data);
  for (let y = 0; y < cutout.height; y++) {
    const row = Math.min(height - 1, Math.floor((y * height) / cutout.height)) * width;
    for (let x = 0; x < cutout.width; x++) {
      const cell = row + Math.min(width - 1, Math.floor((x * width) / cutout.width));
      if (nearLenses[cell] === 0) data[(y * cutout.width + x) * 4 + 3] = 0;
    }
  }
  return { data, width: cutout.width, height: cutout.height };
}
