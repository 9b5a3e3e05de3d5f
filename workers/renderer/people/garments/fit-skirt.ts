import { clamp } from '../../pixels/clamp.ts';
import type { Mesh } from '../../pixels/mesh.ts';
import { between, distance, midway, normal, type Point, plus, unitVector } from '../../pixels/points.ts';
import type { Frame } from '../body/body.ts';
import type { BottomShape } from './bottom-shape.ts';
import { hipRows, type LegLandmarks } from './leg-landmarks.ts';
import { sliceAt } from './slices.ts';
import { type Halves, smoothed } from './top-landmarks.ts';

/** A garment for the legs fitted to a body: meshes from its photo to the scene. */
export interface FittedBottom {
  /** Lower pieces first; the meshes of one piece do not cover each other. */
  pieces: Mesh[][];
  /** How far it reaches down each leg, as a share; see `LegLandmarks`. */
  reach: [number, number];
  /** Maximum distance of the cloth from the body, scene pixels. */
  loose: number;
}

const columns = [-0.5, -0.2, ...Array.from({ length: 15 }, (_, k) => -0.02 + (1.04 * k) / 14), 1.2, 1.5];
const rows = 24;
/** Maximum length of a skirt, as a share of the leg: to the ankles. */
const longest = 1.02;

/** Hangs a skirt from the waist over both hips to its own length. */
export function skirtMesh(shape: BottomShape, body: LegLandmarks, frame: Frame, scale: number): FittedBottom {
  const first = shape.body[0]!;
  const natural = (shape.body.at(-1)!.y - first.y) * scale;
  const line = hangingLine(body);
  const length = Math.min(natural, line.length);
  const halves = smoothed(smoothed(getHalves(shape, body, line, length, scale, frame)));
  const mesh: Mesh = { columns: columns.length, rows: 0, target: [], source: [], weight: [], own: [] };
  for (const [k, t] of [-0.04, ...Array.from({ length: rows }, (_, i) => i / (rows - 1)), 1.03].entries()) {
    const slice = sliceAt(shape.body, t);
    const { at, across } = line.place(t * length);
    const { left, right } = halves[clamp(k - 1, 0, rows - 1)]!;
    mesh.rows++;
    for (const u of columns) {
      mesh.target.push(plus(at, across, -left + (left + right) * u));
      mesh.source.push({ x: slice.left + (slice.right - slice.left) * u, y: slice.y });
      mesh.weight.push(1);
      mesh.own.push(t <= 1 && u > -0.03 && u < 1.03 ? 1 : 0);
    }
  }
  const end = line.shareAt(length);
  const loose = Math.max(...halves.map(({ left, right }) => (left + right) / 2));
  return { pieces: [[mesh]], reach: [end, end], loose };
}

interface HangingLine {
  length: number;
  place: (d: number) => { at: Point; across: Point };
  /** Share of the legs at a distance below the waist. */
  shareAt: (d: number) => number;
}

/**
 * The centre line from the waist between the hips and the legs to the ankles; cloth does not follow one bent knee.
 */
function hangingLine(body: LegLandmarks): HangingLine {
  const ankles = midway(body.along(0, longest), body.along(1, longest));
  const rise = distance(body.waist, body.crotch);
  const fall = distance(body.crotch, ankles);
  const down = unitVector(body.waist, ankles);
  // Hems are horizontal, whatever the legs' pose.
  const level = normal({ x: down.y, y: -down.x * 0.3 });
  const place = (d: number) => {
    const at =
      d < rise
        ? between(body.waist, body.crotch, d / rise)
        : between(body.crotch, ankles, (d - rise) / Math.max(1, fall));
    const eased = clamp(d / (rise * 1.6), 0, 1);
    const across = normal({
      x: body.across.x + (level.x - body.across.x) * eased,
      y: body.across.y + (level.y - body.across.y) * eased,
    });
    return { at, across };
  };
  const shareAt = (d: number) => (longest * Math.max(0, d - rise)) / Math.max(1, fall);
  return { length: rise + fall, place, shareAt };
}

/** The body's width down to the hips; below them the skirt's own, and at least that of both legs. */
function getHalves(
  shape: BottomShape,
  body: LegLandmarks,
  line: HangingLine,
  length: number,
  scale: number,
  frame: Frame,
): Halves[] {
  const hips = line.length === 0 ? 1 : distance(body.waist, body.crotch);
  return Array.from({ length: rows }, (_, k) => {
    const d = (length * k) / (rows - 1);
    const { at, across } = line.place(d);
    const measured = body.halves[clamp(Math.round((d / hips) * (hipRows - 1)), 0, hipRows - 1)]!;
    const slice = sliceAt(shape.body, k / (rows - 1));
    const natural = ((slice.right - slice.left) * scale) / 2;
    const share = line.shareAt(d);
    const legs = (side: 0 | 1): number => {
      const own = body.leg(side, share);
      const p = body.along(side, share);
      const sign = side === 0 ? -1 : 1;
      const bone = ((p.x - at.x) * across.x + (p.y - at.y) * across.y) * sign;
      return own ? Math.min(bone + own.outer * 1.05, frame.unit * 0.75) : 0;
    };
    const below = clamp((d - hips * 0.7) / (hips * 0.5), 0, 1);
    const half = (own: number, side: 0 | 1): number => {
      const hanging = Math.max(natural, share > 0 ? legs(side) : 0);
      return own + (Math.max(hanging, own * 0.8) - own) * below;
    };
    return { left: half(measured.left, 0), right: half(measured.right, 1) };
  });
}
