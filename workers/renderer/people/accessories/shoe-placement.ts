import type { Corner } from '../../pixels/affine.ts';
import { clamp } from '../../pixels/clamp.ts';
import type { Point } from '../../pixels/points.ts';
import type { Foot } from '../body/feet.ts';
import type { Shoe } from './shoe-shape.ts';

/**
 * The placement of a shoe in the image: sole at the heel, sole at the toe, and the point above the heel at the
 * shoe's height.
 */
export interface ShoePlacement {
  corner: Corner;
  /** Middle of the opening. */
  collar: Point;
}

/** Shoulder widths. */
const size = {
  /** Length of a shoe from the side, and minimum length of one seen from the front. */
  length: 0.78,
  least: 0.52,
  /** Distance from the end of the leg to the sole in a side view: more is depth seen from above. */
  below: 0.3,
};
/** Maximum width of a foot in a frontal view, and maximum inward lean of one; shoulder widths. */
const frontal = { width: 0.42, lean: 0.2 };
/** Maximum slope of a sole, and maximum vertical stretch of a shoe to reach the leg. */
const max = { slope: 0.5, taller: 1.3 };

/** Places a shoe on a foot (cells of its view; `u` of them a shoulder width). `outward`: −1 for the left foot. */
export function placeShoe(foot: Foot, shoe: Shoe, u: number, outward: -1 | 1): ShoePlacement {
  const { ankle, bottom } = foot;
  const { left, right } = lowerPart(foot);
  const lean = (left + right) / 2 - ankle.x;
  const toe = getToe(lean / u, (right - left) / u, outward);
  const length = clamp((right - left) * 1.15, size.least * u, size.length * 1.12 * u);
  const slope = clamp((bottom - ankle.y - size.below * u) / length, 0, max.slope);
  const heel = {
    x: coverFoot(ankle.x - shoe.collar.u * toe * length, toe, length, { left, right }, 0.07 * u),
    y: bottom + 0.015 * u - slope * length,
  };
  const natural = (size.length * u * shoe.height) / shoe.length;
  const wanted = (heel.y + shoe.collar.u * slope * length - ankle.y - 0.02 * u) / shoe.collar.v;
  const height = clamp(wanted, natural * 0.95, natural * max.taller);
  return placementFrom(heel, { x: toe * length, y: slope * length }, height, shoe);
}

/**
 * Direction of the toe, from the foot's lean (shoulder widths). A foot in a frontal view is narrow and leans
 * slightly to either side; two shoes that point the same way would look wrong there, so they point outwards.
 */
function getToe(lean: number, wide: number, outward: -1 | 1): number {
  const minLean = wide < frontal.width && Math.sign(lean) !== outward ? frontal.lean : 0.05;
  return Math.abs(lean) > minLean ? Math.sign(lean) : outward;
}

function placementFrom(heel: Point, toe: Point, height: number, { collar }: Shoe): ShoePlacement {
  return {
    corner: [heel, { x: heel.x + toe.x, y: heel.y + toe.y }, { x: heel.x, y: heel.y - height }],
    collar: {
      x: heel.x + collar.u * toe.x,
      y: heel.y + collar.u * toe.y - collar.v * height,
    },
  };
}

/** Horizontal extent of the foot's lower part: the collar of the old shoe is above it. */
function lowerPart({ cells, leg: { width }, ankle, bottom, left, right }: Foot): {
  left: number;
  right: number;
} {
  const columns: number[] = [];
  for (let i = Math.round(ankle.y + (bottom - ankle.y) * 0.4) * width; i < cells.length; i++)
    if (cells[i] === 1) columns.push(i % width);
  if (columns.length < 20) return { left, right };
  columns.sort((p, q) => p - q);
  // The ends contain specks of ground and of the other foot.
  const at = (share: number): number => columns[Math.floor(share * (columns.length - 1))]!;
  const spread = (at(0.95) - at(0.05)) * 0.04;
  return { left: at(0.05) - spread, right: at(0.95) + spread };
}

/** Moves the heel just enough to cover the visible foot, without leaving the leg. */
function coverFoot(
  heel: number,
  toe: number,
  length: number,
  { left, right }: { left: number; right: number },
  max: number,
): number {
  const [low, high] = toe < 0 ? [right, left + length] : [right - length, left];
  const wanted = low <= high ? clamp(heel, low, high) : (low + high) / 2;
  return clamp(wanted, heel - max, heel + max);
}
