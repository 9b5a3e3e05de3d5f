import type { Mesh, Triangle } from './mesh.ts';
import type { Rect } from './rect.ts';
import { invisible, soundTriangles } from './sound-mesh.ts';

/** The photo's coordinates for each pixel of a rectangle of the scene, one band of rows at a time. */
export interface SourceMap {
  /** Per pixel of the band: source x, source y, and opacity, negative in the margin; NaN without a mesh. */
  at: Float32Array;
  /** Per row of the band: the first pixel on a mesh, and the one past the last. */
  spans: Int32Array;
  /** Maps `rows` rows of the rectangle from row `from` on. */
  goTo(from: number, rows: number): void;
}

/** Maps `rect` through the meshes; garment covers margins, later meshes cover earlier ones. */
export function sourceMap(meshes: Mesh[], rect: Rect, bandRows: number): SourceMap {
  const triangles = meshes.flatMap(soundTriangles).sort((p, q) => p.sign - q.sign);
  const at = new Float32Array(rect.width * bandRows * 3);
  const spans = new Int32Array(bandRows * 2);
  return {
    at,
    spans,
    goTo(from, rows) {
      at.fill(Number.NaN);
      for (let row = 0; row < rows; row++) spans.set([rect.width, 0], row * 2);
      const band = { x: rect.x, y: rect.y + from, width: rect.width, height: rows };
      for (const triangle of triangles) draw(at, spans, band, triangle);
    },
  };
}

/** Rounding must not open a gap between neighbouring triangles. */
const slack = 1e-6;

function draw(at: Float32Array, spans: Int32Array, rect: Rect, { mesh, sign, corners }: Triangle): void {
  const { target, source, weight } = mesh;
  const [i, j, k] = corners;
  const a = target[i]!;
  const b = target[j]!;
  const c = target[k]!;
  const top = Math.max(rect.y, Math.ceil(Math.min(a.y, b.y, c.y) - 0.5));
  const bottom = Math.min(rect.y + rect.height - 1, Math.floor(Math.max(a.y, b.y, c.y) - 0.5));
  if (top > bottom) return;
  const area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
  if (Math.abs(area) < invisible) return;
  const [p, q, r] = [source[i]!, source[j]!, source[k]!];
  const wp = sign * weight[i]!;
  const [wq, wr] = [sign * weight[j]! - wp, sign * weight[k]! - wp];
  // The weights of the second and third corner grow by these per pixel to the right; the first has the rest.
  const growB = (c.y - a.y) / area;
  const growC = (a.y - b.y) / area;
  for (let y = top; y <= bottom; y++) {
    const dy = y + 0.5 - a.y;
    const shareB = ((a.x - c.x) * dy) / area;
    const shareC = ((b.x - a.x) * dy) / area;
    const inside = [shareB, growB, shareC, growC, 1 - shareB - shareC, -growB - growC];
    let first = rect.x + 0.5 - a.x;
    let last = first + rect.width - 1;
    for (let w = 0; w < 6; w += 2) {
      const grow = inside[w + 1]!;
      const zero = (-slack - inside[w]!) / grow;
      if (grow > 0) first = Math.max(first, zero);
      else if (grow < 0) last = Math.min(last, zero);
      else if (inside[w]! < -slack) last = first - 1;
    }
    const from = Math.ceil(first + a.x - 0.5) - rect.x;
    const to = Math.floor(last + a.x - 0.5) - rect.x;
    if (from > to) continue;
    const row = y - rect.y;
    if (from < spans[row * 2]!) spans[row * 2] = from;
    if (to >= spans[row * 2 + 1]!) spans[row * 2 + 1] = to + 1;
    let o = (row * rect.width + from) * 3;
    for (let x = from; x <= to; x++, o += 3) {
      const dx = rect.x + x + 0.5 - a.x;
      const wb = shareB + growB * dx;
      const wc = shareC + growC * dx;
      at[o] = p.x + wb * (q.x - p.x) + wc * (r.x - p.x);
      at[o + 1] = p.y + wb * (q.y - p.y) + wc * (r.y - p.y);
      at[o + 2] = wp + wb * wq + wc * wr;
    }
  }
}
