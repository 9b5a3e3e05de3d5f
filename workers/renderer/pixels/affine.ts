import { clamp } from './clamp.ts';
import { copyPart, findExtent } from './extent.ts';
import type { Layer } from './layer.ts';
import type { Pixels } from './pixels.ts';
import type { Point } from './points.ts';
import { type Bounds, boxAround, type Rect } from './rect.ts';
import { resizedCutout } from './resize-cutout.ts';

/** An affine frame of a flat object: the origin and the ends of two axes. */
export type Corner = readonly [origin: Point, across: Point, down: Point];

/** The frame of a rectangle. */
export const toCorner = ({ x, y, width, height }: Rect): Corner => [
  { x, y },
  { x: x + width, y },
  { x, y: y + height },
];

/** The affine map that takes the frame `from` to the frame `to`. */
function affine(from: Corner, to: Corner): (p: Point) => Point {
  const [o, a, b] = from;
  const [ax, ay, bx, by] = [a.x - o.x, a.y - o.y, b.x - o.x, b.y - o.y];
  const area = ax * by - ay * bx || 1e-9;
  const [q, c, d] = to;
  return ({ x, y }) => {
    const u = ((x - o.x) * by - (y - o.y) * bx) / area;
    const v = (ax * (y - o.y) - ay * (x - o.x)) / area;
    return { x: q.x + u * (c.x - q.x) + v * (d.x - q.x), y: q.y + u * (c.y - q.y) + v * (d.y - q.y) };
  };
}

/**
 * Draws a cut-out (straight RGBA) so that its frame `from` maps to the frame `to` of the scene. Returns undefined
 * when it falls outside `bounds`.
 */
export async function drawnAffine(
  cutout: Pixels,
  from: Corner,
  to: Corner,
  bounds: Bounds,
): Promise<Layer | undefined> {
  const rect = getBox(cutout, affine(from, to), bounds);
  return drawnThrough(cutout, affine(to, from), rect);
}

/**
 * Draws a cut-out into `rect` of the scene; `back` maps a point of the scene to a point of the cut-out. Undefined when
 * nothing is visible.
 */
export async function drawnThrough(
  cutout: Pixels,
  back: (p: Point) => Point,
  rect: Rect,
): Promise<Layer | undefined> {
  if (rect.width < 2 || rect.height < 2) return undefined;
  return trimmed({ rect, pixels: await mapped(cutout, back, rect) });
}

/** The pixels of `rect` through the map `back` of its points to those of the cut-out. */
export async function mapped(cutout: Pixels, back: (p: Point) => Point, rect: Rect): Promise<Pixels> {
  // Bilinear reads from a much larger image would alias.
  const middle = { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 };
  const [p, q, r] = [
    back(middle),
    back({ ...middle, x: middle.x + 1 }),
    back({ ...middle, y: middle.y + 1 }),
  ];
  const shrink = Math.sqrt(Math.abs((q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x)));
  const near = shrink > 1.1 ? await resizedCutout(cutout, 1 / shrink) : cutout;
  const [fx, fy] = [near.width / cutout.width, near.height / cutout.height];
  const data = new Uint8Array(rect.width * rect.height * 4);
  for (let y = 0; y < rect.height; y++) {
    for (let x = 0; x < rect.width; x++) {
      const at = back({ x: rect.x + x + 0.5, y: rect.y + y + 0.5 });
      readInto(near, at.x * fx - 0.5, at.y * fy - 0.5, data, (y * rect.width + x) * 4);
    }
  }
  return { data, width: rect.width, height: rect.height };
}

/** The layer without its empty outer rows and columns; undefined when nothing is visible. */
function trimmed({ rect, pixels: { data } }: Layer): Layer | undefined {
  const extent = findExtent(rect, (i) => data[i * 4 + 3] !== 0);
  if (!extent || extent.width < 2 || extent.height < 2) return undefined;
  const { x, y, width, height } = extent;
  return {
    rect: { x: rect.x + x, y: rect.y + y, width, height },
    pixels: { data: copyPart(data, rect.width, extent), width, height },
  };
}

/**
 * Writes the straight RGBA at a point of a cut-out to `out` from byte `o` on; writes nothing for points outside it.
 * Bilinear, with colors weighted by their opacity so that hidden background colors do not show at edges.
 */
function readInto({ data, width, height }: Pixels, u: number, v: number, out: Uint8Array, o: number): void {
  if (u < -0.5 || v < -0.5 || u > width - 0.5 || v > height - 0.5) return;
  const x0 = clamp(Math.floor(u), 0, width - 1);
  const y0 = clamp(Math.floor(v), 0, height - 1);
  const x1 = Math.min(width - 1, x0 + 1);
  const y1 = Math.min(height - 1, y0 + 1);
  const tx = clamp(u - x0, 0, 1);
  const ty = clamp(v - y0, 0, 1);
  const i = (y0 * width + x0) * 4;
  const j = (y0 * width + x1) * 4;
  const k = (y1 * width + x0) * 4;
  const l = (y1 * width + x1) * 4;
  const wi = (1 - tx) * (1 - ty) * data[i + 3]!;
  const wj = tx * (1 - ty) * data[j + 3]!;
  const wk = (1 - tx) * ty * data[k + 3]!;
  const wl = tx * ty * data[l + 3]!;
  const alpha = wi + wj + wk + wl;
  if (alpha < 0.5) return;
  for (let c = 0; c < 3; c++) {
    out[o + c] = Math.round(
      (data[i + c]! * wi + data[j + c]! * wj + data[k + c]! * wk + data[l + c]! * wl) / alpha,
    );
  }
  out[o + 3] = Math.round(alpha);
}

function getBox({ width, height }: Pixels, forth: (p: Point) => Point, bounds: Bounds): Rect {
  const corners = [
    { x: 0, y: 0 },
    { x: width, y: 0 },
    { x: 0, y: height },
    { x: width, y: height },
  ];
  return boxAround(corners.map(forth), bounds);
}
