import { clamp } from '../../pixels/clamp.ts';
import type { Mesh } from '../../pixels/mesh.ts';
import { between } from '../../pixels/points.ts';
import type { Frame } from '../body/body.ts';
import type { BottomShape } from './bottom-shape.ts';
import { type FittedBottom, skirtMesh } from './fit-skirt.ts';
import { hipRows, type LegLandmarks } from './leg-landmarks.ts';
import { type Edges, hipEdges, legEdges, legRows, legWidths, type Width } from './leg-rows.ts';

/** Long trousers end between these shares of the leg: slightly below the ankle joint, or where the old ones did. */
const ankle = 1.02;
const lowest = 1.1;
/** Ratio of inside leg to rise for trousers that reach the ankle. */
const fullLength = 2.75;
/** Waists differ in height: trousers from this share of the full length count as long. */
const nearlyFull = 0.74;

/** Fits trousers along both legs, or a skirt over them. */
export function fitBottom(shape: BottomShape, body: LegLandmarks, frame: Frame): FittedBottom {
  const scale = hipWidth(body) / shape.width;
  if (!shape.legs) return skirtMesh(shape, body, frame, scale);
  const reach = sides.map((side) => getReach(shape, body, side)) as [number, number];
  const widths = sides.map((side) =>
    legWidths(shape.legs![side], body, { unit: frame.unit, side, end: reach[side]!, scale }),
  );
  const both = sides.map((side) => halfMesh(shape, body, side, reach[side]!, widths[side]!));
  // Where legs cross, the more visible one is in front and is drawn again with its own edge.
  const before = frame.sides[0].seen.ankle >= frame.sides[1].seen.ankle ? 0 : 1;
  const loose = Math.max(...widths.flat().map(({ extra }) => extra));
  return { pieces: [both, [withoutMargins(both[before]!)]], reach, loose };
}

/** The maximum width: waists are adjusted to the wearer, hips are not. */
const hipWidth = ({ halves }: LegLandmarks): number =>
  Math.max(...halves.slice(1).map(({ left, right }) => left + right));

/** Shorts and cropped trousers keep their own length; long ones get the length of the leg. */
function getReach({ body, legs }: BottomShape, { worn }: LegLandmarks, side: 0 | 1): number {
  const leg = legs![side];
  const rise = body.at(-1)!.y - body[0]!.y;
  const share = (leg.at(-1)!.y - leg[0]!.y) / Math.max(1, rise * fullLength);
  if (share < nearlyFull) return Math.max(0.06, share);
  return clamp(worn[side], ankle, lowest);
}

/** Outer side first; columns beyond 0 and 1 are a margin that only hides old cloth. */
const columns = [-0.7, -0.35, ...Array.from({ length: 9 }, (_, k) => -0.02 + (1.04 * k) / 8), 1.35, 1.7];
const sides = [0, 1] as const;

/** One side, from the waistband over the hip and down the leg. Both sides share the seam above the crotch. */
function halfMesh(shape: BottomShape, body: LegLandmarks, side: 0 | 1, end: number, widths: Width[]): Mesh {
  const mesh: Mesh = { columns: columns.length, rows: 0, target: [], source: [], weight: [], own: [] };
  const row = (edges: Edges, own: boolean): void => {
    mesh.rows++;
    for (const u of columns) {
      mesh.target.push(between(edges.outer, edges.inner, u));
      mesh.source.push({ x: edges.from + (edges.to - edges.from) * u, y: edges.y });
      mesh.weight.push(1);
      mesh.own.push(own && u > -0.03 && u < 1.03 ? 1 : 0);
    }
  };
  for (let k = -0.35; k < hipRows; k += k < 0 ? 0.35 : 1)
    row(hipEdges(shape, body, side, k / (hipRows - 1)), true);
  for (let k = 1; k <= legRows + 1; k++) {
    const t = Math.min(k / legRows, 1.02);
    row(legEdges(shape, body, side, t, t * end, widths), true);
  }
  row(legEdges(shape, body, side, 1.06, end * 1.06, widths), false);
  return mesh;
}

/** The columns of the garment alone. */
function withoutMargins(mesh: Mesh): Mesh {
  const kept = mesh.target.map(
    (_, i) => columns[i % columns.length]! > -0.03 && columns[i % columns.length]! < 1.03,
  );
  const only = <T>(values: T[]): T[] => values.filter((_, i) => kept[i]);
  return {
    columns: only(columns).length,
    rows: mesh.rows,
    target: only(mesh.target),
    source: only(mesh.source),
    weight: only(mesh.weight),
    own: only(mesh.own),
  };
}
