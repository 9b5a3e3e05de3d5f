import { clamp } from '../../pixels/clamp.ts';
import type { Span } from './outline-rows.ts';

/** One slice across a cut-out, in its pixels. */
export interface Slice extends Span {
  y: number;
}

/** From this share on, cuffs and hems may be slanted or curved: the sides are extrapolated. */
const straight = 0.82;

/** `count` slices from row `from` to row `to`; `cut`: ends in a hem. */
export function slices(
  from: number,
  to: number,
  count: number,
  cut: boolean,
  spanAt: (y: number) => Span | undefined,
): Slice[] {
  const last = cut ? straight : 1;
  const found: Slice[] = [];
  for (let k = 0; k < count; k++) {
    const y = Math.round(from + ((to - from) * k) / (count - 1));
    if (k / (count - 1) > last) break;
    const span = spanAt(y) ?? found.at(-1) ?? { left: 0, right: 0 };
    found.push({ y, left: span.left, right: span.right });
  }
  const [reference, end] = [found[Math.floor(found.length * 0.6)]!, found.at(-1)!];
  while (found.length < count) {
    const y = Math.round(from + ((to - from) * found.length) / (count - 1));
    const beyond = (y - end.y) / Math.max(1, end.y - reference.y);
    const left = end.left + (end.left - reference.left) * beyond;
    found.push({ y, left, right: end.right + (end.right - reference.right) * beyond });
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
  return {
    left: mix(a.left, b.left),
    right: mix(a.right, b.right),
    y: slices[0]!.y + span * t,
  };
}
