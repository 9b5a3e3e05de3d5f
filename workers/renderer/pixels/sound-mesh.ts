import type { Mesh, Triangle } from './mesh.ts';
import { between, type Point } from './points.ts';

/** How much further apart two points of a triangle may be drawn than the points of the whole mesh are. */
const maxStretch = 3;
/** Shares of the plain mesh that are tried, the smallest first. */
const shares = [0, 0.15, 0.3, 0.45, 0.6, 0.75, 0.9];
/** Area in the scene below which a triangle shows nothing, pixels. */
export const invisible = 1e-6;

/** A mesh of which no triangle of the garment is turned over or stretched too far. */
export interface Eased {
  mesh: Mesh;
  /** Share of the plain mesh in it: 0 as fitted, 1 scaled and turned as a whole. */
  plain: number;
}

/**
 * Moves the points of a mesh to where they are when it hangs from its first row, scaled and turned as a whole, as far as
 * its worst triangle takes. The plain mesh turns over and stretches nothing, whatever the joints were.
 */
export function eased(mesh: Mesh): Eased {
  const { move, scale } = toPlain(mesh);
  const straight = mesh.source.map(move);
  for (const plain of shares) {
    const target = mesh.target.map((p, i) => between(p, straight[i]!, plain));
    const found = { ...mesh, target };
    if (getTriangles(found, 1).every((triangle) => isSound(triangle, scale))) return { mesh: found, plain };
  }
  return { mesh: { ...mesh, target: straight }, plain: 1 };
}

/** Returns the triangles of a mesh that may be drawn: those of the margins first, which may miss some. */
export function soundTriangles(mesh: Mesh): Triangle[] {
  const { scale } = toPlain(mesh);
  return ([-1, 1] as const).flatMap((sign) =>
    getTriangles(mesh, sign).filter((triangle) => isSound(triangle, scale)),
  );
}

function getTriangles(mesh: Mesh, sign: 1 | -1): Triangle[] {
  const found: Triangle[] = [];
  for (let row = 0; row + 1 < mesh.rows; row++) {
    for (let column = 0; column + 1 < mesh.columns; column++) {
      const i = row * mesh.columns + column;
      const j = i + mesh.columns;
      const own = Math.min(mesh.own[i]!, mesh.own[i + 1]!, mesh.own[j]!, mesh.own[j + 1]!) === 1;
      if (own !== (sign === 1)) continue;
      found.push({ mesh, sign, corners: [i, i + 1, j] }, { mesh, sign, corners: [i + 1, j + 1, j] });
    }
  }
  return found;
}

/** Returns the scaling and turning of a whole mesh about the middle of its first row that is closest to the mesh. */
function toPlain({ columns, source, target, own }: Mesh): { move: (p: Point) => Point; scale: number } {
  const [from, to] = [getMean(source.slice(0, columns)), getMean(target.slice(0, columns))];
  let [along, across, square] = [0, 0, 1e-9];
  for (const [i, { x, y }] of source.entries()) {
    if (own[i] === 0) continue;
    const [px, py] = [x - from.x, y - from.y];
    const [qx, qy] = [target[i]!.x - to.x, target[i]!.y - to.y];
    along += px * qx + py * qy;
    across += px * qy - py * qx;
    square += px * px + py * py;
  }
  const [a, b] = [along / square, across / square];
  const move = ({ x, y }: Point): Point => ({
    x: to.x + a * (x - from.x) - b * (y - from.y),
    y: to.y + b * (x - from.x) + a * (y - from.y),
  });
  return { move, scale: Math.hypot(a, b) };
}

const getMean = (points: Point[]): Point => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
});

/** True for a triangle that is not turned over and of which no line is longer than `scale` allows. */
function isSound({ mesh: { source, target }, corners: [i, j, k] }: Triangle, scale: number): boolean {
  const [p, q] = [minus(source[j]!, source[i]!), minus(source[k]!, source[i]!)];
  const [u, v] = [minus(target[j]!, target[i]!), minus(target[k]!, target[i]!)];
  const from = p.x * q.y - p.y * q.x;
  const to = u.x * v.y - u.y * v.x;
  if (Math.abs(to) < invisible) return true;
  if (!(to * from > 0)) return false;
  const [xx, xy] = [(u.x * q.y - v.x * p.y) / from, (v.x * p.x - u.x * q.x) / from];
  const [yx, yy] = [(u.y * q.y - v.y * p.y) / from, (v.y * p.x - u.y * q.x) / from];
  const sum = xx * xx + xy * xy + yx * yx + yy * yy;
  const area = xx * yy - xy * yx;
  const longest = (sum + Math.sqrt(Math.max(0, sum * sum - 4 * area * area))) / 2;
  return longest <= (maxStretch * scale) ** 2;
}

const minus = (a: Point, b: Point): Point => ({ x: a.x - b.x, y: a.y - b.y });
