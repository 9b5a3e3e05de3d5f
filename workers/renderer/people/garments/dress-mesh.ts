import { clamp } from '../../pixels/clamp.ts';
import type { Mesh } from '../../pixels/mesh.ts';
import { distance, midway, normal, type Point, plus, unitVector } from '../../pixels/points.ts';
import type { Frame } from '../body/body.ts';
import { type Pose, visible } from '../body/pose.ts';
import type { Row } from './outline-rows.ts';

/** The fit of a dress: a mesh from its photo to the scene, and its rows' edges there, top first. */
export interface DressMesh {
  mesh: Mesh;
  edges: { left: Point; right: Point; t: number }[];
  /** Scene pixels per photo pixel at the shoulders. */
  scale: number;
}

const meshRows = 44;
/**
 * Above this share of the torso, between neckline and straps, the old top stays visible as a lower layer; below it
 * the dress hides it completely.
 */
export const necklineEnd = 0.3;
/** Across the dress; columns beyond 0 and 1 are a margin that only hides old cloth. */
const columns = [-0.4, -0.15, ...Array.from({ length: 9 }, (_, k) => -0.02 + (1.04 * k) / 8), 1.15, 1.4];

/**
 * Maps a dress worn by one body onto another, both known by their joints: along the spine down to the hips, from there
 * straight down at its own length and width, over both legs. `rows` are the rows of its cut-out, `t` is measured from the
 * shoulders (0) to the hips (1). Undefined when the joints do not show how it is worn, and for garments with legs.
 */
export function dressMesh(rows: Row[], joints: Pose, frame: Frame): DressMesh | undefined {
  const top = rows.findIndex(({ runs }) => runs.length > 0);
  const hem = rows.findLastIndex(({ runs }) => runs.length > 0);
  const worn = getWorn(joints);
  if (top < 0 || !worn || legsApart(rows, worn, hem)) return undefined;
  const levelAt = getLevels(worn, frame);
  const mesh: Mesh = { columns: columns.length, rows: meshRows, target: [], source: [], weight: [], own: [] };
  const edges: DressMesh['edges'] = [];
  for (let k = 0; k < meshRows; k++) {
    const y = top + ((hem + 2 - top) * k) / (meshRows - 1);
    const span = rows[clamp(Math.round(y), top, hem)]!;
    const { t, centre, across, spine, scale } = levelAt(y);
    const place = (x: number): Point => plus(centre, across, (x - spine) * scale);
    for (const u of columns) {
      const x = span.left + (span.right - span.left) * u;
      const own = u > -0.03 && u < 1.03;
      mesh.source.push({ x, y });
      mesh.target.push(place(x));
      mesh.own.push(own ? 1 : 0);
      mesh.weight.push(own || (t > necklineEnd && t < 1) ? 1 : 0);
    }
    edges.push({ left: place(span.left), right: place(span.right), t });
  }
  return { mesh, edges, scale: levelAt(worn.shoulders.y).scale };
}

/** The body that wears the dress in its photo. */
interface Worn {
  shoulders: Point;
  hips: Point;
  /** Distance of the shoulders. */
  wide: number;
}

function getWorn({ leftShoulder, rightShoulder, leftHip, rightHip }: Pose): Worn | undefined {
  const seen = [leftShoulder, rightShoulder, leftHip, rightHip].every(({ score }) => score >= visible * 0.8);
  const wide = distance(leftShoulder, rightShoulder);
  const shoulders = midway(leftShoulder, rightShoulder);
  const hips = midway(leftHip, rightHip);
  return seen && wide >= 12 && hips.y - shoulders.y >= wide * 0.7 ? { shoulders, hips, wide } : undefined;
}

/** True for overalls and jumpsuits, which have separate legs. */
function legsApart(rows: Row[], { shoulders, hips }: Worn, hem: number): boolean {
  const torso = hips.y - shoulders.y;
  const below = rows.slice(Math.max(0, Math.round(hips.y + torso * 0.4)), hem);
  if (hem < hips.y + torso * 0.8) return false;
  const apart = below.filter(({ left, right, runs: [p, q] }) => {
    const minRun = (right - left) * 0.2;
    return p !== undefined && q !== undefined && Math.min(p.right - p.left, q.right - q.left) > minRun;
  });
  return apart.length > below.length * 0.6;
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

function getLevels({ shoulders: start, hips: from, wide }: Worn, { sides: [a, b] }: Frame) {
  const middle = midway(a.shoulder, b.shoulder);
  const hips = midway(a.hip, b.hip);
  const high = distance(a.shoulder, b.shoulder) / wide;
  const long = distance(middle, hips) / Math.max(1, from.y - start.y);
  // Turned shoulders look narrow; a skirt does not.
  const low = clamp(high, long * 0.85, long * 1.12);
  const leg = unitVector(hips, midway(a.ankle, b.ankle));
  const down = normal({ x: leg.x * 0.6, y: leg.y * 0.6 + 0.4 });
  const out = unitVector(a.shoulder, b.shoulder);
  const level = { x: down.y, y: -down.x };
  return (y: number): Level => {
    const t = (y - start.y) / Math.max(1, from.y - start.y);
    const eased = clamp(t * 1.2, 0, 1);
    return {
      t,
      centre:
        t <= 1
          ? plus(middle, { x: hips.x - middle.x, y: hips.y - middle.y }, t)
          : plus(hips, down, (y - from.y) * long),
      spine: start.x + (from.x - start.x) * clamp(t, 0, 1),
      across: normal({ x: out.x + (level.x - out.x) * eased, y: out.y + (level.y - out.y) * eased }),
      scale: high + (low - high) * clamp(t / 0.8, 0, 1),
    };
  };
}
