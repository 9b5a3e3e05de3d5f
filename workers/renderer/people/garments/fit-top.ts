import { clamp } from '../../pixels/clamp.ts';
import type { Mesh } from '../../pixels/mesh.ts';
import { distance, type Point, plus } from '../../pixels/points.ts';
import type { Frame } from '../body/body.ts';
import type { Person } from '../body/read-person.ts';
import { type FittedSleeves, fitSleeves } from './fit-sleeve.ts';
import type { TopShape } from './garment-shape.ts';
import type { OldClothes } from './old-clothes.ts';
import { armholeShare, clothAt, type Halves, type Landmarks, landmarks } from './top-landmarks.ts';

/** A top fitted to a body: meshes from its photo to the scene. */
export interface FittedTop extends FittedSleeves {
  torso: Mesh;
  /** Points above both shoulders at the seams. */
  shoulders: readonly [Point, Point];
  /** From the shoulders to the hem. */
  axis: Point;
  length: number;
  /** True if it hangs beside the body below the hips. */
  long: boolean;
  /** True if its neckline is open over what is worn below it. */
  open: boolean;
}

/** Fits a top to the body in `frame`; `long` keeps a dress's own length. */
export function fitTop(
  shape: TopShape,
  person: Person,
  frame: Frame,
  old: OldClothes,
  long: boolean,
): FittedTop {
  const body = landmarks(shape, person, frame, old, long);
  const { shoulders, axis, length } = body;
  return {
    torso: torsoMesh(shape, body),
    ...fitSleeves(shape, body, frame, clothAt(person, old)),
    shoulders,
    axis,
    length,
    long,
    open: shape.torso !== undefined,
  };
}

/** Columns from side to side of the body; those beyond 0 and 1 are a margin that only hides old cloth. */
const columns = [-1, -0.5, ...Array.from({ length: 15 }, (_, k) => -0.02 + (1.04 * k) / 14), 1.5, 2];

function torsoMesh(shape: TopShape, body: Landmarks): Mesh {
  const top = (shape.shoulders[0].y + shape.shoulders[1].y) / 2;
  const scale = distance(...body.shoulders) / Math.max(1, distance(...shape.shoulders));
  const levels = getLevels(shape, top);
  const mesh: Mesh = {
    columns: columns.length,
    rows: levels.length,
    target: [],
    source: [],
    weight: [],
    own: [],
  };
  const sleeveless = shape.sleeves[0] === undefined;
  for (const level of levels) {
    const t = (level - top) / (shape.hem - top);
    const edges = sourceEdges(shape, level);
    const centre = plus(body.middle, body.axis, t < 0 ? (level - top) * scale : t * body.length);
    const direction = body.across(Math.max(0, t));
    const half =
      t * body.length > body.hips ? hangingAt(shape, body, t, edges, scale) : halvesAt(shape, body, t);
    for (const u of columns) {
      const own = u > -0.03 && u < 1.03 && t < 1.03;
      mesh.target.push(plus(centre, direction, -half.left + (half.left + half.right) * u));
      mesh.source.push({ x: edges.left + (edges.right - edges.left) * u, y: level });
      mesh.weight.push(sleeveless && !own && t < 0.55 ? 0 : 1);
      mesh.own.push(own ? 1 : 0);
    }
  }
  return mesh;
}

/** Rows of the photo: collar or hood, shoulders to hem, and a margin below the hem. */
function getLevels(shape: TopShape, top: number): number[] {
  const above = Math.max(top * 1.05, shape.width * 0.4);
  const length = shape.hem - top;
  return [
    ...Array.from({ length: 8 }, (_, k) => top - above * (1 - k / 8)),
    ...Array.from({ length: 20 }, (_, k) => top + (length * 1.02 * k) / 19),
    top + length * 1.18,
    top + length * 1.35,
  ];
}

/** From the seams on the shoulders to the measured sides below the armholes; beyond the hem the last width. */
function halvesAt(shape: TopShape, body: Landmarks, t: number): Halves {
  const shoulder = distance(...body.shoulders) / 2;
  if (t <= 0) return { left: shoulder, right: shoulder };
  const { left, right } = spanAt(body.halves, t);
  const share = clamp(t / Math.max(0.05, armholeShare(shape)), 0, 1);
  const eased = share * share * (3 - 2 * share);
  return { left: shoulder + (left - shoulder) * eased, right: shoulder + (right - shoulder) * eased };
}

/** Linear between evenly spaced spans. */
function spanAt(spans: Halves[], share: number): Halves {
  const at = clamp(share, 0, 1) * (spans.length - 1);
  const k = Math.min(spans.length - 2, Math.floor(at));
  const [a, b] = [spans[k]!, spans[k + 1]!];
  return { left: a.left + (b.left - a.left) * (at - k), right: a.right + (b.right - a.right) * (at - k) };
}

/** Below the hips cloth hangs at its own width, and at least as wide as at the hips. */
function hangingAt(shape: TopShape, body: Landmarks, t: number, edges: Halves, scale: number): Halves {
  const hips = halvesAt(shape, body, body.hips / body.length);
  const spine = (shape.shoulders[0].x + shape.shoulders[1].x) / 2;
  const below = clamp((t * body.length - body.hips) / (body.hips * 0.3), 0, 1);
  const side = (own: number, natural: number) => own + (Math.max(natural * scale, own * 0.85) - own) * below;
  return { left: side(hips.left, spine - edges.left), right: side(hips.right, edges.right - spine) };
}

/** Left and right edge of the body of the garment in its photo at one row. */
function sourceEdges(shape: TopShape, level: number): Halves {
  const [a, b] = shape.shoulders;
  const first = shape.sides[0]!;
  if (level <= a.y) return { left: a.x, right: b.x };
  if (level < shape.armpit) {
    const share = (level - a.y) / Math.max(1, shape.armpit - a.y);
    return { left: a.x + (first.left - a.x) * share, right: b.x + (first.right - b.x) * share };
  }
  return spanAt(shape.sides, (level - shape.armpit) / Math.max(1, shape.hem - shape.armpit));
}
