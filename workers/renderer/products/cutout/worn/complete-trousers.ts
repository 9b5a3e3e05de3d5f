import { type Row, toRows } from '../../../people/garments/outline-rows.ts';
import { floats, marked } from '../../../pixels/arrays.ts';
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
/** How far down hands reach, and where an edge's slope is read below them: shares of the way from crotch to cuff. */
const [handsTo, slopeOver] = [0.35, 0.2];
/** Width of the cloth beside an occluding object that has taken on its color, relative to the garment's width. */
const stained = 0.012;

/**
 * Trousers are often photographed without their waist, cut off by the photo or under a shirt, and with a hand in front
 * of a pocket. Adds the missing cloth above and beside the crotch, with its colors continued. Returns undefined when no
 * crotch is visible.
 */
export function completeTrousers(matte: Matte): Matte | undefined {
  const { rgba, width, height } = matte;
  const rows = toRows({ data: rgba, width, height });
  const cuff = rows.findLastIndex(({ runs }) => runs.length > 0);
  const widest = Math.max(...rows.map(({ left, right }) => right - left));
  const apart = ({ runs: [a, b] }: Row): boolean =>
    a !== undefined && b !== undefined && b.right - b.left > widest * 0.1;
  let crotch = Math.round(cuff * 0.6);
  if (!apart(rows[crotch]!)) return undefined;
  while (crotch > 0 && apart(rows[crotch]!)) crotch--;
  const top = rows.findIndex(({ left, right }) => right - left > widest * 0.4);
  if (crotch <= top || top < 0) return undefined;
  const rise = (cuff - crotch) / typical.insideLeg;
  const added = crotch - top < typical.riseSeen * rise ? Math.round(rise - (crotch - top)) : 0;
  const taller = Buffer.alloc(width * (height + added) * 4);
  rgba.copy(taller, added * width * 4);
  const { runs, left, right } = rows[Math.min(crotch + 2, cuff)]!;
  const middle = runs.length === 2 ? (runs[0]!.right + runs[1]!.left) / 2 : (left + right) / 2;
  const outline = { rows, top, crotch, cuff, widest, added, middle };
  const whole = { ...matte, rgba: taller, height: height + added, top: matte.top - added };
  fillIn(whole, missingIn(whole, outline));
  return whole;
}

interface Outline {
  rows: Row[];
  top: number;
  crotch: number;
  cuff: number;
  widest: number;
  added: number;
  /** The column between the legs. */
  middle: number;
}

/**
 * One outer edge: as visible from row `whole` on, below any occlusion; above it continued with its slope, narrowing to the
 * waist. Rows of the outline, negative above it.
 */
function getEdge({ rows, top, crotch, cuff, widest, added, middle }: Outline, side: 0 | 1) {
  const out = side === 0 ? -1 : 1;
  const seen = (y: number): number => (side === 0 ? rows[y]!.left : rows[y]!.right);
  const start = Math.round(crotch + (cuff - crotch) * handsTo);
  const span = Math.max(3, Math.round(widest * 0.03));
  let whole = top;
  for (let y = start; y > top && whole === top; y--) {
    if ((seen(Math.min(y + span, start)) - seen(y)) * out > minNotch * widest)
      whole = Math.min(y + 3 * span, start);
  }
  const below = Math.min(cuff, whole + Math.round((cuff - crotch) * slopeOver));
  // Spread legs converge upwards, hips are wider than thighs: the slope is limited to that range.
  const slope = clamp(((seen(below) - seen(whole)) / Math.max(1, below - whole)) * out, -0.1, 0.35) * out;
  const edge = (y: number): number => {
    if (y >= whole) return seen(y);
    const above = Math.max(0, crotch - y) / Math.max(1, crotch + added);
    const narrowed = 1 - (1 - waist) * Math.max(0, above - 0.3) * 1.4;
    const line = middle + (seen(whole) + slope * (y - whole) - middle) * narrowed;
    return y < top ? line : out * Math.max(out * line, out * seen(y));
  };
  return { edge, whole };
}

/** Share of cloth to add per pixel: inside the edges where cloth is missing, above the lowest missing row of each side. */
function missingIn({ rgba, width, height }: Matte, outline: Outline): Float32Array {
  const { crotch, added, middle } = outline;
  const sides = [getEdge(outline, 0), getEdge(outline, 1)] as const;
  const isCloth = (i: number) => rgba[i * 4 + 3]! > 128;
  const missing = new Float32Array(width * height);
  for (let y = -added; y < Math.max(crotch, ...sides.map(({ whole }) => whole)); y++) {
    const row = (y + added) * width;
    const edges = [sides[0].edge(y), sides[1].edge(y)] as const;
    for (let x = 0; x < width; x++) {
      const side = x < middle ? 0 : 1;
      const inside = Math.min(x - edges[0], edges[1] - x);
      if (inside < -1 || y >= Math.max(sides[side].whole, crotch) || rgba[(row + x) * 4 + 3]! >= 250)
        continue;
      // Below the crotch only outside the leg's own cloth: the gap between the legs stays open.
      const [from, to] = side === 0 ? [x, Math.floor(middle)] : [Math.ceil(middle), x];
      let isBeyond = y < crotch;
      for (let at = from; at < to && !isBeyond; at += 2) isBeyond = isCloth(row + at);
      if (isBeyond) missing[row + x] = clamp(inside / 2 + 0.5, 0, 1);
    }
  }
  return missing;
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
  const share = floats(away.length, (i) =>
    Math.max(missing[i]!, rgba[i * 4 + 3]! > 0 ? clamp(2 - (2 * away[i]!) / rim, 0, 1) : 0),
  );
  for (let o = 0; o < rgba.length; o += 4) {
    const blend = share[o / 4]! > 0 && rgba[o + 3]! < 255 ? 1 : share[o / 4]!;
    for (let c = o; c < o + 3; c++) rgba[c] = Math.round(rgba[c]! + (cloth[c]! - rgba[c]!) * blend);
    rgba[o + 3] = Math.max(rgba[o + 3]!, Math.round(missing[o / 4]! * 255));
  }
}
