import { clamp } from '../../pixels/clamp.ts';
import { between, type Point, plus } from '../../pixels/points.ts';
import type { BottomShape } from './bottom-shape.ts';
import { hipRows, type LegLandmarks, outwards } from './leg-landmarks.ts';
import { type Slice, sliceAt } from './slices.ts';

/** The two ends of one row of one side in the scene, and where they are in the photo. */
export interface Edges {
  outer: Point;
  inner: Point;
  from: number;
  to: number;
  y: number;
}

/** Half widths of the new cloth on both sides of the bone; `extra`: how far it extends beyond the leg. */
export interface Width {
  outer: number;
  inner: number;
  extra: number;
}

export const legRows = 18;
/** Width on a leg relative to the flat width: cloth laid flat is half its girth wide, around a leg a third. */
const roundLeg = 0.85;
/** Ease on the outer side, in shoulder widths: detected outlines of legs are slightly too narrow. */
export const ease = 0.03;

/** A row between waistband (`t` 0) and crotch (1): from the side of the body to its middle. */
export function hipEdges(shape: BottomShape, body: LegLandmarks, side: 0 | 1, t: number): Edges {
  const centre = between(body.waist, body.crotch, t);
  const halves = body.halves[clamp(Math.round(t * (hipRows - 1)), 0, hipRows - 1)]!;
  const slice = sliceAt(shape.body, t);
  return {
    outer: plus(centre, body.across, side === 0 ? -halves.left : halves.right),
    inner: centre,
    from: side === 0 ? slice.left : slice.right,
    to: shape.seam[0] + (shape.seam[1] - shape.seam[0]) * t,
    y: slice.y,
  };
}

/** A row between crotch (`t` 0) and cuff (1), at `share` of the leg. */
export function legEdges(
  shape: BottomShape,
  body: LegLandmarks,
  side: 0 | 1,
  t: number,
  share: number,
  widths: Width[],
): Edges {
  const bone = body.along(side, share);
  const root = body.along(side, 0);
  const out = outwards(side, share, body.along);
  const { outer, inner } = widths[Math.round(clamp(t, 0, 1) * legRows)]!;
  const hip = hipEdges(shape, body, side, 1);
  // Blends from the row at the crotch, which is parallel to the hips, to rows across the bone.
  const eased = clamp(share / 0.22, 0, 1);
  const translated = (from: Point): Point => ({ x: bone.x + from.x - root.x, y: bone.y + from.y - root.y });
  const slice = sliceAt(shape.legs![side], t);
  return {
    outer: between(translated(hip.outer), plus(bone, out, outer), eased),
    inner: between(translated(hip.inner), plus(bone, out, -inner), eased),
    from: side === 0 ? slice.left : slice.right,
    to: side === 0 ? slice.right : slice.left,
    y: slice.y,
  };
}

/** Half widths down a leg to `end`: the body's own, or more where the garment is wider. */
export function legWidths(
  leg: Slice[],
  body: LegLandmarks,
  { unit, side, end, scale }: { unit: number; side: 0 | 1; end: number; scale: number },
): Width[] {
  const minHalf = unit * 0.1;
  const found = Array.from({ length: legRows + 1 }, (_, k): Width => {
    const { left, right } = sliceAt(leg, k / legRows);
    const clothHalf = clamp(((right - left) * scale * roundLeg) / 2, minHalf, unit * 0.4);
    const measured = body.leg(side, Math.min(1, (k / legRows) * end));
    const visible = measured
      ? clamp((measured.outer + measured.inner) / 2, minHalf * 0.8, clothHalf * 1.6 + minHalf)
      : clothHalf;
    const extra = Math.max(0, Math.min(clothHalf - visible, visible * 0.5));
    const half = visible * 1.02 + extra;
    // The bone need not be in the middle of the visible leg.
    const shift = measured ? clamp((measured.outer - measured.inner) / 2, -visible * 0.5, visible * 0.5) : 0;
    return { outer: half + shift + unit * ease, inner: half - shift, extra };
  });
  return smoothedWidths(smoothedWidths(found));
}

function smoothedWidths(widths: Width[]): Width[] {
  const mean = (k: number, of: 'outer' | 'inner'): number =>
    [k - 1, k, k + 1].reduce((sum, i) => sum + widths[clamp(i, 0, widths.length - 1)]![of], 0) / 3;
  return widths.map(({ extra }, k) => ({ outer: mean(k, 'outer'), inner: mean(k, 'inner'), extra }));
}
