import type { Corner } from '../../pixels/affine.ts';
import { clamp } from '../../pixels/clamp.ts';
import type { Point } from '../../pixels/points.ts';
import type { Foot } from '../body/feet.ts';
import type { Shoe } from './shoe-shape.ts';

/** How a shoe stands in the picture: heel's sole, toe's sole, and the point as high as the shoe above the heel. */
export interface Stand {
  corner: Corner;
  /** Middle of the opening. */
  collar: Point;
}

/** Shoulder widths. */
const size = {
  /** A shoe from the side, and the shortest that one seen from the front is made. */
  length: 0.78,
  least: 0.52,
  /** From the end of the leg to the sole when a foot is seen from the side: more is depth seen from above. */
  below: 0.3,
};
/** Feet narrower than this are seen from the front, and lean inwards by less; shoulder widths. */
const frontal = { width: 0.42, lean: 0.2 };
/** The steepest slope of a sole, and how much higher than it is a shoe may be made to reach the leg. */
const most = { slope: 0.5, taller: 1.3 };

/** Stands a shoe on a foot (cells of its view; `u` of them a shoulder width). `outward`: −1 for the left foot. */
export function standOn(foot: Foot, shoe: Shoe, u: number, outward: -1 | 1): Stand {
  const { ankle, bottom } = foot;
  const { left, right } = lowerPart(foot);
  const lean = (left + right) / 2 - ankle.x;
  const toe = toeOf(lean / u, (right - left) / u, outward);
  const length = clamp((right - left) * 1.15, size.least * u, size.length * 1.12 * u);
  const slope = clamp((bottom - ankle.y - size.below * u) / length, 0, most.slope);
  const heel = {
    x: covering(ankle.x - shoe.collar.u * toe * length, toe, length, { left, right }, 0.07 * u),
    y: bottom + 0.015 * u - slope * length,
  };
  const natural = (size.length * u * shoe.height) / shoe.length;
  const wanted = (heel.y + shoe.collar.u * slope * length - ankle.y - 0.02 * u) / shoe.collar.v;
  const height = clamp(wanted, natural * 0.95, natural * most.taller);
  return standing(heel, { x: toe * length, y: slope * length }, height, shoe);
}

/**
 * Where a toe points: as the foot leans (shoulder widths). One that is seen from the front is narrow and leans a little to
 * either side; two of them that point the same way look like a mistake, so that they point outwards.
 */
function toeOf(lean: number, wide: number, outward: -1 | 1): number {
  const sure = wide < frontal.width && Math.sign(lean) !== outward ? frontal.lean : 0.05;
  return Math.abs(lean) > sure ? Math.sign(lean) : outward;
}

function standing(heel: Point, toe: Point, height: number, { collar }: Shoe): Stand {
  return {
    corner: [heel, { x: heel.x + toe.x, y: heel.y + toe.y }, { x: heel.x, y: heel.y - height }],
    collar: {
      x: heel.x + collar.u * toe.x,
      y: heel.y + collar.u * toe.y - collar.v * height,
    },
  };
}

/** Extent of the foot's lower part: above it is the collar of the old shoe. */
function lowerPart({ cells, leg: { width }, ankle, bottom, left, right }: Foot): {
  left: number;
  right: number;
} {
  const columns: number[] = [];
  for (let i = Math.round(ankle.y + (bottom - ankle.y) * 0.4) * width; i < cells.length; i++)
    if (cells[i] === 1) columns.push(i % width);
  if (columns.length < 20) return { left, right };
  columns.sort((p, q) => p - q);
  // Specks of ground and of the other foot are at the ends.
  const at = (share: number): number => columns[Math.floor(share * (columns.length - 1))]!;
  const spread = (at(0.95) - at(0.05)) * 0.04;
  return { left: at(0.05) - spread, right: at(0.95) + spread };
}

/** The heel moved as little as it takes to cover what is seen of the foot, and not off the leg. */
function covering(
  heel: number,
  toe: number,
  length: number,
  { left, right }: { left: number; right: number },
  most: number,
): number {
  const [low, high] = toe < 0 ? [right, left + length] : [right - length, left];
  const wanted = low <= high ? clamp(heel, low, high) : (low + high) / 2;
  return clamp(wanted, heel - most, heel + most);
}
