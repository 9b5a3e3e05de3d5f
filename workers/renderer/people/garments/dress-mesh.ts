import { clamp } from '../../pixels/clamp.ts';
import type { Mesh } from '../../pixels/mesh.ts';
import { distance, midway, normal, type Point, plus, unitVector } from '../../pixels/points.ts';
import type { Frame } from '../body/body.ts';
import type { LegLandmarks } from './leg-landmarks.ts';
import { type Landmarks, rowsAlong } from './top-landmarks.ts';
import type { WornShape } from './worn-shape.ts';

/** The fit of a dress: a mesh from its photo to the scene, and its rows' edges there, top first. */
export interface DressMesh {
  mesh: Mesh;
  edges: { left: Point; right: Point; t: number }[];
}

const rows = 44;
/**
 * Above this share of the torso, between neckline and straps, the old top stays visible as a lower layer; below it
 * the dress hides it completely.
 */
export const necklineEnd = 0.3;
/** Across the dress; columns beyond 0 and 1 are a margin that only hides old cloth. */
const columns = [-0.4, -0.15, ...Array.from({ length: 17 }, (_, k) => -0.02 + (1.04 * k) / 16), 1.15, 1.4];
/** Minimum and maximum width factor at the waist, where a dress follows the body, and the range of the torso. */
const fit = { min: 0.88, max: 1.3, from: 0.42, to: 1.05 };

/**
 * Maps a dress worn by one body onto another: along the spine down to the hips, from there straight down at its
 * own length and width, over both legs. `t` is measured from the shoulders (0) to the hips (1).
 */
export function dressMesh(
  shape: WornShape,
  body: Landmarks,
  legs: LegLandmarks | undefined,
  frame: Frame,
): DressMesh {
  const levelAt = getLevels(shape, body, frame);
  const levels = Array.from(
    { length: rows },
    (_, k) => shape.top + ((shape.hem + 2 - shape.top) * k) / (rows - 1),
  );
  const wide = levels.map((y) => halfWidths(shape, y, levelAt, body, legs, frame));
  const hidesFrom = shape.seams.sleeves[0] ? -1 : necklineEnd + 0.05;
  const mesh: Mesh = { columns: columns.length, rows, target: [], source: [], weight: [], own: [] };
  const edges: DressMesh['edges'] = [];
  for (const [k, y] of levels.entries()) {
    const span = shape.edgesAt(y);
    const { t, centre, across, spine } = levelAt(y);
    const factor = smoothedAt(wide, k);
    for (const u of columns) {
      const x = span.left + (span.right - span.left) * u;
      const aside = (x - spine) * (x < spine ? factor.left : factor.right);
      const own = u > -0.03 && u < 1.03;
      mesh.source.push({ x, y });
      mesh.target.push(plus(centre, across, aside));
      mesh.own.push(own ? 1 : 0);
      mesh.weight.push(own || (t > hidesFrom && t < 1) ? 1 : 0);
    }
    edges.push({
      left: plus(centre, across, (span.left - spine) * factor.left),
      right: plus(centre, across, (span.right - spine) * factor.right),
      t,
    });
  }
  return { mesh, edges };
}

interface Level {
  t: number;
  /** Position of the spine in the scene, and in the photo's row. */
  centre: Point;
  spine: number;
  across: Point;
  /** Scene pixels per photo pixel, sideways. */
  scale: number;
}

type LevelAt = (y: number) => Level;

function getLevels({ seams, hips: from }: WornShape, body: Landmarks, frame: Frame): LevelAt {
  const start = midway(...seams.shoulders);
  const hips = midway(frame.sides[0].hip, frame.sides[1].hip);
  const high = distance(...body.shoulders) / Math.max(1, distance(...seams.shoulders));
  const long = distance(body.middle, hips) / Math.max(1, from.y - start.y);
  // Turned shoulders look narrow; a skirt does not.
  const low = clamp(high, long * 0.85, long * 1.12);
  const ankles = midway(frame.sides[0].ankle, frame.sides[1].ankle);
  const leg = unitVector(hips, ankles);
  const down = normal({ x: leg.x * 0.6, y: leg.y * 0.6 + 0.4 });
  const out = unitVector(...body.shoulders);
  const level = { x: down.y, y: -down.x };
  return (y) => {
    const t = (y - start.y) / Math.max(1, from.y - start.y);
    const eased = clamp(t * 1.2, 0, 1);
    return {
      t,
      centre:
        t <= 1
          ? plus(body.middle, { x: hips.x - body.middle.x, y: hips.y - body.middle.y }, t)
          : plus(hips, down, (y - from.y) * long),
      spine: start.x + (from.x - start.x) * clamp(t, 0, 1),
      across: normal({ x: out.x + (level.x - out.x) * eased, y: out.y + (level.y - out.y) * eased }),
      scale: high + (low - high) * clamp(t / 0.8, 0, 1),
    };
  };
}

interface Sides {
  left: number;
  right: number;
}

/** Scene pixels per photo pixel on both sides of the spine in one row. */
function halfWidths(
  shape: WornShape,
  y: number,
  levelAt: LevelAt,
  body: Landmarks,
  legs: LegLandmarks | undefined,
  frame: Frame,
): Sides {
  const { t, centre, across, spine, scale } = levelAt(y);
  const span = shape.edgesAt(y);
  const side = (own: number, side: 0 | 1): number => {
    const natural = own * scale;
    if (own < 4) return scale;
    if (t > fit.from && t < fit.to) {
      const down = (t * distance(body.middle, midway(frame.sides[0].hip, frame.sides[1].hip))) / body.length;
      const halves = body.halves[clamp(Math.round(down * (rowsAlong - 1)), 0, rowsAlong - 1)]!;
      const measured = side === 0 ? halves.left : halves.right;
      return scale * clamp(measured / natural, fit.min, fit.max);
    }
    if (t < fit.to || !legs) return scale;
    return scale * clamp(legHalf(legs, side, centre, across, frame) / natural, 1, fit.max);
  };
  return { left: side(spine - span.left, 0), right: side(span.right - spine, 1) };
}

/** Distance of the leg's outer edge on one side from the middle of the dress at a height. */
function legHalf(legs: LegLandmarks, side: 0 | 1, centre: Point, across: Point, frame: Frame): number {
  const [root, end] = [legs.along(side, 0), legs.along(side, 1)];
  const share = clamp((centre.y - root.y) / Math.max(1, end.y - root.y), 0, 1);
  const bone = legs.along(side, share);
  const own = legs.leg(side, share);
  const sign = side === 0 ? -1 : 1;
  const away = ((bone.x - centre.x) * across.x + (bone.y - centre.y) * across.y) * sign;
  return own ? Math.min(away + own.outer * 1.03, frame.unit * 0.7) : 0;
}

/** Mean of nearby rows, so that widths do not jump. */
function smoothedAt(wide: Sides[], k: number): Sides {
  const near = [-3, -2, -1, 0, 1, 2, 3].map((d) => wide[clamp(k + d, 0, wide.length - 1)]!);
  return {
    left: near.reduce((sum, { left }) => sum + left, 0) / near.length,
    right: near.reduce((sum, { right }) => sum + right, 0) / near.length,
  };
}
