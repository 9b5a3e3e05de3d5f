import { countSet, marked } from '../../pixels/arrays.ts';
import { clamp } from '../../pixels/clamp.ts';
import { components } from '../../pixels/components.ts';
import { dilate, erode } from '../../pixels/distance.ts';
import type { Pixels } from '../../pixels/pixels.ts';
import type { Point } from '../../pixels/points.ts';
import { boxAround, unbounded } from '../../pixels/rect.ts';
import { resizedCutout } from '../../pixels/resize-cutout.ts';
import { convex, lowerSlope, maskedBy, principalSpread, solid, visiblePoints } from './cutout-shape.ts';

/** The shape of a shoe seen from the side. */
export interface Shoe {
  /** Straight RGBA without loose laces and without the other shoe of a pair. */
  cutout: Pixels;
  /** The photo's point for a point on the shoe: `u` from heel (0) to toe (1), `v` from the sole (0) up to 1. */
  at: (u: number, v: number) => Point;
  /** Photo pixels along the sole, and up. */
  length: number;
  height: number;
  /** Height of the opening for the foot, as a share of the shoe's. */
  collar: number;
}

/** The middle of the opening, as a share of the length from the heel. */
export const opening = 0.22;
/** Longest side of the grid on which shapes are measured. */
const gridSide = 220;
/** Parts thinner than this share of the photo are laces, loops and tassels. */
const thin = 0.018;
/** Minimum elongation of one low shoe from the side: 2.3 and 2.6 were measured; pairs side by side 1.9, boots less. */
const minElongation = 2.08;
/** Minimum share of its hull that a shoe fills: through straps the bare foot would show, which no photo has. */
const minFilled = 0.6;

/**
 * Reads the shoe of a cut-out (straight RGBA), or the larger of two separate ones; undefined for boots, sandals, and pairs
 * photographed in one piece, which cannot be put on.
 */
export async function readShoe(cutout: Pixels): Promise<Shoe | undefined> {
  const small = await resizedCutout(cutout, Math.min(1, gridSide / Math.max(cutout.width, cutout.height)));
  const { body, isAlone, filled } = getBody(small);
  const shape = {
    ...small,
    data: small.data.map((value, i) => (i % 4 === 3 ? value * body[i >> 2]! : value)),
  };
  const { along, across } = principalSpread(shape);
  if ((isAlone && along / across < minElongation) || filled < minFilled) return undefined;
  const angle = lowerSlope(shape);
  const { points, toPhoto } = visiblePoints(shape, angle);
  const { x, y, width, height } = boxAround(points, unbounded);
  // The part above the middle belongs to the heel.
  const upper = points.filter((p) => p.y < y + height / 2);
  const toe = upper.filter((p) => p.x > x + width / 2).length * 2 > upper.length ? -1 : 1;
  const atOpening = points.filter(
    (p) => Math.abs((toe < 0 ? x + width - p.x : p.x - x) / width - opening) < 0.06,
  );
  const k = cutout.width / small.width;
  return {
    cutout: maskedBy(cutout, withEdge(body, small), small.width),
    at: (u, v) => {
      const p = toPhoto({ x: x + width * (toe < 0 ? 1 - u : u), y: y + height * (1 - v) });
      return { x: p.x * k, y: p.y * k };
    },
    length: width * k,
    height: height * k,
    collar: clamp((y + height - Math.min(...atOpening.map((p) => p.y))) / height, 0.3, 1),
  };
}

/** The largest thick part with the straps and thin heels inside its convex outline, and the share of it that they fill. */
function getBody(small: Pixels): { body: Uint8Array; isAlone: boolean; filled: number } {
  const { width, height } = small;
  const mask = solid(small);
  const radius = Math.max(1.5, Math.max(width, height) * thin);
  const parts = components(erode(mask, width, height, radius), width, height);
  const [first, second] = parts.sort((p, q) => q.area - p.area);
  const core = new Uint8Array(mask.length);
  for (const i of first?.pixels ?? []) core[i] = 1;
  const thick = dilate(core, width, height, radius + 1.5).map((near, i) => near & mask[i]!);
  const isAlone = !second || second.area < first!.area * 0.45;
  const hull = convex(thick, width, height);
  const body = marked(mask, (value, i) => value === 1 && (thick[i] === 1 || (isAlone && hull[i] === 1)));
  return { body, isAlone, filled: countSet(body) / Math.max(1, countSet(hull)) };
}

/** The body with its soft edge, but without what touches it. */
const withEdge = (body: Uint8Array, { data, width, height }: Pixels): Uint8Array =>
  dilate(body, width, height, 1.5).map((near, i) => (body[i] === 1 || data[i * 4 + 3]! < 128 ? near : 0));
