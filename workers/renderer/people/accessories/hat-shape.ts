import { clamp } from '../../pixels/clamp.ts';
import type { Pixels } from '../../pixels/pixels.ts';
import type { Point } from '../../pixels/points.ts';
import { rimAngle } from './lower-rim.ts';

/** The shape of a hat in its photo, rotated to level. */
export interface HatShape {
  /** Point in the photo: `u` 0–1 across the part for the head, `v` from the lower rim (0) to the top (1). */
  at: (u: number, v: number) => Point;
  /** Photo pixels: the part for the head, and the whole height. */
  width: number;
  height: number;
  /** Side to which a visor points: −1 left, 1 right, 0 for no visor or a brim all around. */
  visor: -1 | 0 | 1;
  /** True for wool, which stretches, unlike felt and visors. */
  soft: boolean;
}

/** Overhang of the rim beyond the crown, in widths of the crown, from which it is a visor or brim. */
const overhang = 0.12;

/** Reads the shape of a hat's cut-out (straight RGBA). */
export function hatShape(cutout: Pixels): HatShape {
  const level = rimAngle(cutout);
  const first = shapeAt(cutout, level);
  // The longest lower edge of a hat with a visor is the visor's: those photos are levelled by the two ends.
  return first.visor === 0 ? first : shapeAt(cutout, endToEnd(cutout));
}

function shapeAt(cutout: Pixels, angle: number): HatShape {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const rows = spans(cutout, cos, sin);
  const ys = [...rows.keys()];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys) + 1];
  const middle = crown(rows, top + (bottom - top) * 0.35, top + (bottom - top) * 0.6);
  const all = crown(rows, top, bottom);
  const width = Math.max(1, middle.right - middle.left);
  const [left, right] = [(middle.left - all.left) / width, (all.right - middle.right) / width];
  const brimmed = Math.max(left, right) > overhang;
  const visor = brimmed && Math.abs(right - left) > overhang ? (right > left ? 1 : -1) : 0;
  return {
    at: (u, v) => {
      const x = middle.left + width * u;
      const y = bottom - (bottom - top) * v;
      return { x: x * cos - y * sin + cutout.width / 2, y: x * sin + y * cos + cutout.height / 2 };
    },
    width,
    height: bottom - top,
    visor,
    soft: !brimmed,
  };
}

/** Slope from the lower end at the left to the one at the right. */
function endToEnd({ data, width, height }: Pixels): number {
  const lowest = (x: number): number => {
    let y = height - 1;
    while (y > 0 && data[(y * width + x) * 4 + 3]! < 128) y--;
    return y;
  };
  const [left, right] = [Math.round(width * 0.04), Math.round(width * 0.96)];
  const slope = Math.atan2(lowest(right) - lowest(left), right - left);
  return clamp(slope, -0.5, 0.5);
}

interface Span {
  left: number;
  right: number;
}

/** Rows of the rotated image, relative to its middle. */
function spans({ data, width, height }: Pixels, cos: number, sin: number): Map<number, Span> {
  const rows = new Map<number, Span>();
  for (let y = 0; y < height; y += 2) {
    for (let x = 0; x < width; x += 2) {
      if (data[(y * width + x) * 4 + 3]! < 128) continue;
      const [dx, dy] = [x - width / 2, y - height / 2];
      const px = dx * cos + dy * sin;
      const py = Math.round((-dx * sin + dy * cos) / 2) * 2;
      const row = rows.get(py);
      rows.set(py, { left: Math.min(row?.left ?? px, px), right: Math.max(row?.right ?? px, px) });
    }
  }
  return rows;
}

function crown(rows: Map<number, Span>, from: number, to: number): Span {
  const span = { left: Number.POSITIVE_INFINITY, right: Number.NEGATIVE_INFINITY };
  for (const [y, { left, right }] of rows) {
    if (y < from || y > to) continue;
    span.left = Math.min(span.left, left);
    span.right = Math.max(span.right, right);
  }
  return span;
}
