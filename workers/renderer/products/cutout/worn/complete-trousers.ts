import { type Row, toRows } from '../../../people/garments/outline-rows.ts';
import { marked } from '../../../pixels/arrays.ts';
import { clamp } from '../../../pixels/clamp.ts';
import { distanceTo } from '../../../pixels/distance.ts';
import { fillOut } from '../../../pixels/fill-out.ts';
import type { Matte } from '../matte.ts';

/** Inside leg relative to the rise of trousers, and the share of the rise above which nothing is added. */
const typical = { insideLeg: 2.75, riseSeen: 0.8 };
/** Width of the waist relative to the hips. */
const waist = 0.86;
/** A notch in the outer edge deeper than this, in widths of the hips, is a hand or a sleeve in front. */
const minNotch = 0.06;
/** How far down hands reach, as a share of the distance from crotch to cuff. */
const handsTo = 0.35;
/** Width of the cloth beside an occluding object that has taken on its color, relative to the garment's width. */
const stained = 0.012;

/** The edges that trousers would have without occlusion. */
interface Hull {
  left: Float32Array;
  right: Float32Array;
  middle: number;
  /** The row from which on no cloth is missing, per side. */
  whole: [number, number];
}

/**
 * Trousers are often photographed without their waist, cut off by the photo or under a shirt, and with a hand in front
 * of a pocket. Adds the missing cloth above and beside the crotch, with its colors continued. `added` is the number of
 * rows added on top. Returns undefined when no crotch is visible.
 */
export function completeTrousers(matte: Matte): { matte: Matte; added: number } | undefined {
  const outline = readOutline(matte);
  if (!outline) return undefined;
  const { crotch, top, cuff } = outline;
  const rise = (cuff - crotch) / typical.insideLeg;
  const added = crotch - top < typical.riseSeen * rise ? Math.round(rise - (crotch - top)) : 0;
  const taller = withRowsAbove(matte, added);
  const hull = getHull(outline, added);
  fillIn(taller, missingIn(taller, hull, crotch + added));
  return { matte: taller, added };
}

interface Outline {
  rows: Row[];
  top: number;
  crotch: number;
  cuff: number;
  /** Width at the hips. */
  width: number;
}

function readOutline({ rgba, width, height }: Matte): Outline | undefined {
  const rows = toRows({ data: rgba, width, height });
  const cuff = rows.findLastIndex(({ runs }) => runs.length > 0);
  const widest = Math.max(...rows.map(({ left, right }) => right - left));
  const apart = ({ runs: [a, b] }: Row): boolean =>
    a !== undefined && b !== undefined && b.right - b.left > widest * 0.1;
  let crotch = Math.round(cuff * 0.6);
  if (!apart(rows[crotch]!)) return undefined;
  while (crotch > 0 && apart(rows[crotch]!)) crotch--;
  const top = rows.findIndex(({ left, right }) => right - left > widest * 0.4);
  return crotch > top && top >= 0 ? { rows, top, crotch, cuff, width: widest } : undefined;
}

function getHull(outline: Outline, added: number): Hull {
  const { rows, crotch, cuff, top } = outline;
  const { runs, left, right } = rows[Math.min(crotch + 2, cuff)]!;
  const middle = runs.length === 2 ? (runs[0]!.right + runs[1]!.left) / 2 : (left + right) / 2;
  const sides = ([0, 1] as const).map((side) => getSide(outline, side, middle, added));
  const whole = sides.map((side) => Math.max(side.whole, top) + added) as [number, number];
  return { left: sides[0]!.edge, right: sides[1]!.edge, middle, whole };
}

/** One outer edge: as visible below any occlusion, and above it continued with its slope, narrowing to the waist. */
function getSide({ rows, top, crotch, cuff, width }: Outline, side: 0 | 1, middle: number, added: number) {
  const seen = (y: number): number => (side === 0 ? rows[y]!.left : rows[y]!.right);
  const out = side === 0 ? -1 : 1;
  const start = Math.round(crotch + (cuff - crotch) * handsTo);
  const span = Math.max(3, Math.round(width * 0.03));
  let whole = top;
  for (let y = start; y > top && whole === top; y--) {
    if ((seen(Math.min(y + span, start)) - seen(y)) * out > minNotch * width)
      whole = Math.min(y + 3 * span, start);
  }
  const slope = getSlope(seen, whole, Math.min(cuff, whole + Math.round((cuff - crotch) * 0.2)));
  const edge = Float32Array.from({ length: rows.length + added }, (_, k) => {
    const y = k - added;
    if (y >= whole) return seen(y);
    // Spread legs converge upwards, hips are wider than thighs: the slope is limited to that range.
    const along = seen(whole) + clamp(slope * out, -0.1, 0.35) * out * (y - whole);
    const above = Math.max(0, crotch - y) / Math.max(1, crotch + added);
    const narrowed = 1 - (1 - waist) * Math.max(0, above - 0.3) * 1.4;
    const line = middle + (along - middle) * narrowed;
    return y >= top ? (side === 0 ? Math.min(line, seen(y)) : Math.max(line, seen(y))) : line;
  });
  return { edge, whole };
}

/** Slope in columns per row, by least squares. */
function getSlope(column: (y: number) => number, from: number, to: number): number {
  let [n, sy, sx, sxy, syy] = [0, 0, 0, 0, 0];
  for (let y = from; y <= to; y++) {
    const x = column(y);
    n++;
    sy += y;
    sx += x;
    sxy += x * y;
    syy += y * y;
  }
  const spread = n * syy - sy * sy;
  return spread === 0 ? 0 : (n * sxy - sx * sy) / spread;
}

function withRowsAbove(matte: Matte, added: number): Matte {
  const { rgba, width, height } = matte;
  const taller = Buffer.alloc(width * (height + added) * 4);
  rgba.copy(taller, added * width * 4);
  return { ...matte, rgba: taller, height: height + added, top: matte.top - added };
}

const solid = 128;

/** Share of cloth to add per pixel: inside the hull where cloth is missing, above the lowest missing row of each side. */
function missingIn({ rgba, width, height }: Matte, hull: Hull, crotch: number): Float32Array {
  const missing = new Float32Array(width * height);
  for (let y = 0; y < Math.min(height, Math.max(crotch, ...hull.whole)); y++) {
    for (let x = 0; x < width; x++) {
      const side = x < hull.middle ? 0 : 1;
      const i = y * width + x;
      const inside = Math.min(x - hull.left[y]!, hull.right[y]! - x);
      if (inside < -1 || y >= Math.max(hull.whole[side], crotch)) continue;
      // Below the crotch only outside the leg's own cloth: the gap between the legs stays open.
      if (y >= crotch && !beyondCloth(rgba, y * width, x, side === 0 ? 1 : -1, hull.middle)) continue;
      if (rgba[i * 4 + 3]! < 250) missing[i] = Math.min(1, Math.max(0, inside / 2 + 0.5));
    }
  }
  return missing;
}

/** True if the row has cloth of the same leg further inside. */
function beyondCloth(rgba: Buffer, row: number, x: number, step: 1 | -1, middle: number): boolean {
  for (let at = x; step > 0 ? at < middle : at > middle; at += step * 2) {
    if (rgba[(row + at) * 4 + 3]! > solid) return true;
  }
  return false;
}

/** Fills with continued colors. */
function fillIn({ rgba, width, height }: Matte, missing: Float32Array): void {
  const away = distanceTo(
    marked(missing, (share) => share > 0.5),
    width,
    height,
  );
  const rim = Math.max(2, stained * width);
  const seen = Buffer.from(rgba);
  for (let i = 0; i < away.length; i++) if (away[i]! < rim) seen[i * 4 + 3] = 0;
  const cloth = fillOut({ data: seen, width, height });
  for (let i = 0; i < missing.length; i++) {
    const near = rgba[i * 4 + 3]! > 0 ? clamp(2 - (2 * away[i]!) / rim, 0, 1) : 0;
    const share = Math.max(missing[i]!, near);
    if (share === 0) continue;
    const blend = rgba[i * 4 + 3]! < 255 ? 1 : share;
    for (let c = 0; c < 3; c++) {
      const old = rgba[i * 4 + c]!;
      rgba[i * 4 + c] = Math.round(old + (cloth[i * 4 + c]! - old) * blend);
    }
    rgba[i * 4 + 3] = Math.max(rgba[i * 4 + 3]!, Math.round(missing[i]! * 255));
  }
}
