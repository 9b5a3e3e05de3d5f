import { clamp } from '../../pixels/clamp.ts';
import type { Pixels } from '../../pixels/pixels.ts';
import { type Row, type Span, toRows } from './outline-rows.ts';

/** One slice across a cut-out, in its pixels. */
export interface Slice extends Span {
  y: number;
}

/** The seams of trousers, shorts or a skirt photographed from the front; pixels of the cut-out. */
export interface BottomShape {
  /** From the waistband to the crotch, or to the hem of a skirt; evenly spaced. */
  body: Slice[];
  /** Middle of the waistband and of the crotch. */
  seam: readonly [number, number];
  /** From the crotch to the cuff, left as in the photo; a skirt has none. */
  legs: readonly [Slice[], Slice[]] | undefined;
  /** Widest part above the crotch, the unit of all other lengths. */
  width: number;
}

const bodySlices = 9;
const legSlices = 16;
/** Minimum width of a waist, as a share of the widest row: a table's feet or a pair of compasses have none. */
const waistShare = 0.34;

/**
 * Finds the seams of a garment for the legs from its outline alone; undefined for other shapes. `legged`: the
 * product's words say trousers, whose legs may be side by side without a gap.
 */
export function bottomShape(cutout: Pixels, legged = false): BottomShape | undefined {
  const rows = toRows(cutout);
  const widest = Math.max(0, ...rows.map(({ left, right }) => right - left));
  const top = rows.findIndex(({ left, right }) => right - left > widest * waistShare);
  const bottom = rows.findLastIndex(({ runs }) => runs.length > 0);
  if (top < 0 || top > cutout.height * 0.2 || bottom - top < cutout.height * 0.5) return undefined;
  const outline = { rows, top, bottom, widest };
  const gap = gapTop(outline, cutout.width);
  if (gap !== undefined) return trousers(outline, gap);
  if (legged && (bottom - top) / widest > 1.5) return trousers(outline, bottom);
  return skirt(outline);
}

interface Outline {
  rows: Row[];
  top: number;
  bottom: number;
  widest: number;
}

/** Searches upwards from the cuffs for the row where the two legs meet. */
function gapTop({ rows, top, bottom }: Outline, width: number): number | undefined {
  const height = bottom - top;
  const apart = ({ runs: [a, b] }: Row): boolean =>
    a !== undefined && b !== undefined && Math.min(a.right - a.left, b.right - b.left) > width * 0.1;
  let last: number | undefined;
  let missed = 0;
  for (let y = Math.round(top + height * 0.96); y > top + height * 0.08; y--) {
    if (apart(rows[y]!)) {
      last = y;
      missed = 0;
    } else if (++missed > height * (last === undefined ? 0.1 : 0.03)) break;
  }
  return last;
}

function trousers({ rows, top, bottom }: Outline, gap: number): BottomShape | undefined {
  const above = rows.slice(top, Math.min(gap, Math.round(top + (bottom - top) * 0.35)) + 1);
  const hip = Math.max(...above.map(({ left, right }) => right - left));
  // Legs side by side hide the crotch: a rise of this length is not plausible.
  const hidden = (bottom - top) / hip > 1.7 && gap - top > hip * 1.25;
  const crotch = hidden ? Math.round(top + hip * 0.72) : gap;
  if (crotch - top < hip * 0.2 || bottom - crotch < hip * 0.06) return undefined;
  const { runs, left, right } = rows[Math.min(gap, bottom)]!;
  const low = runs.length === 2 ? (runs[0]!.right + runs[1]!.left) / 2 : (left + right) / 2;
  const high = (rows[top]!.left + rows[top]!.right) / 2;
  const seamAt = (y: number) => high + (low - high) * clamp((y - top) / Math.max(1, gap - top), 0, 1);
  const leg = (side: 0 | 1): Slice[] => {
    const own = (y: number): Span | undefined => {
      const row = rows[y]!;
      if (y >= gap) return row.runs.length < 2 ? undefined : row.runs[side];
      return side === 0 ? { ...row, right: seamAt(y) } : { ...row, left: seamAt(y) };
    };
    let cuff = bottom;
    while (cuff > crotch + 2 && !own(cuff)) cuff--;
    return slices(crotch, cuff, legSlices, (y) => own(y) ?? own(Math.min(y + 1, cuff)));
  };
  return {
    body: slices(top, crotch, bodySlices, (y) => rows[y], 1),
    seam: [high, seamAt(crotch)],
    legs: [leg(0), leg(1)],
    width: hip,
  };
}

/** A skirt widens from the waist and ends wide; a box does neither. */
function skirt({ rows, top, bottom, widest }: Outline): BottomShape | undefined {
  const height = bottom - top;
  const at = (share: number): number => {
    const { left, right } = rows[Math.round(top + height * share)]!;
    return right - left;
  };
  const narrow = Math.min(at(0.02), at(0.06));
  const usual = height / widest > 0.3 && height / widest < 2.8;
  if (!usual || narrow > widest * 0.93 || at(0.93) < widest * 0.7 || at(0.5) < narrow) return undefined;
  // Hips are a little below the waistband; a flared hem does not show the hip width.
  const hip = Math.max(at(Math.min(0.9, (narrow * 0.28) / height)), narrow);
  return {
    body: slices(top, bottom, bodySlices * 2, (y) => rows[y]),
    seam: [0, 0],
    legs: undefined,
    width: hip,
  };
}

/** From this share on, cuffs and hems may be slanted or curved: the sides are extrapolated. */
const straight = 0.82;

/** `count` slices from row `from` to row `to`; beyond the share `seen` the sides continue. */
function slices(
  from: number,
  to: number,
  count: number,
  spanAt: (y: number) => Span | undefined,
  seen = straight,
): Slice[] {
  const found: Slice[] = [];
  const last = Math.floor(seen * (count - 1));
  for (let k = 0; k < count; k++) {
    const y = Math.round(from + ((to - from) * k) / (count - 1));
    const [high, low] = [found[Math.floor(last * 0.6)]!, found[last]!];
    const beyond = k > last ? (y - low.y) / Math.max(1, low.y - high.y) : 0;
    const continued = (side: 'left' | 'right') => low[side] + (low[side] - high[side]) * beyond;
    const span = k > last ? { left: continued('left'), right: continued('right') } : spanAt(y);
    found.push({ left: 0, right: 0, ...span, y });
  }
  return found;
}

/** Linear between slices; the row is extrapolated beyond both ends. */
export function sliceAt(slices: Slice[], t: number): Slice {
  const at = clamp(t, 0, 1) * (slices.length - 1);
  const k = Math.min(slices.length - 2, Math.floor(at));
  const [a, b] = [slices[k]!, slices[k + 1]!];
  const mix = (p: number, q: number): number => p + (q - p) * (at - k);
  const span = slices.at(-1)!.y - slices[0]!.y;
  return { left: mix(a.left, b.left), right: mix(a.right, b.right), y: slices[0]!.y + span * t };
}
