import { clamp } from '../../pixels/clamp.ts';
import type { Pixels } from '../../pixels/pixels.ts';
import type { Point } from '../../pixels/points.ts';
import { principalSpread } from './spread.ts';

/** The shape of a watch or bracelet laid open, or of the visible part of a closed one. */
export interface StrapShape {
  /** Middle of the dial (or of the strap where there is none) in the photo. */
  centre: Point;
  /** Unit vector along the strap. */
  along: Point;
  /** Photo pixels across the strap: dial and strap. */
  dial: number;
  strap: number;
  /** Outer diameter of a bangle or closed bracelet with an open centre; 0 when laid open. */
  ring: number;
}

/** Minimum ratio of a dial's width to the strap's. */
const minDialRatio = 1.2;
const bins = 120;

/** Reads where the dial sits on a strap's cut-out (straight RGBA), by its width from end to end. */
export function strapShape(cutout: Pixels): StrapShape {
  const { angle } = principalSpread(cutout);
  const along = { x: Math.cos(angle), y: Math.sin(angle) };
  const { from, to, widths, offsets } = profile(cutout, along);
  const whole = getMiddle(cutout, along, (from + to) / 2);
  if (cutout.data[(Math.floor(whole.y) * cutout.width + Math.floor(whole.x)) * 4 + 3]! < 60) {
    return { centre: whole, along, dial: 1, strap: 1, ring: to - from };
  }
  const used = widths.filter((w) => w > 0).sort((p, q) => p - q);
  const strap = used[Math.floor(used.length * 0.4)] ?? 1;
  const widest = Math.max(...widths);
  const isDial = (w: number): boolean => w > strap + (widest - strap) * 0.5;
  const found = widest > strap * minDialRatio ? longestRun(widths, isDial) : { from: 0, to: bins };
  const middle = (found.from + found.to) / 2;
  const t = from + ((to - from) * middle) / bins;
  const aside = offsets[Math.min(bins - 1, Math.floor(middle))]!;
  return {
    centre: {
      x: cutout.width / 2 + along.x * t - along.y * aside,
      y: cutout.height / 2 + along.y * t + along.x * aside,
    },
    along,
    dial: widest > strap * minDialRatio ? widest : strap,
    strap,
    ring: 0,
  };
}

/** Middle of the visible pixels across the strap, at the distance `t` along it from the image's middle. */
function getMiddle({ data, width, height }: Pixels, along: Point, t: number): Point {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let y = 0; y < height; y += 2) {
    for (let x = 0; x < width; x += 2) {
      if (data[(y * width + x) * 4 + 3]! < 128) continue;
      const d = -(x - width / 2) * along.y + (y - height / 2) * along.x;
      low = Math.min(low, d);
      high = Math.max(high, d);
    }
  }
  const aside = (low + high) / 2;
  return {
    x: clamp(width / 2 + along.x * t - along.y * aside, 0, width - 1),
    y: clamp(height / 2 + along.y * t + along.x * aside, 0, height - 1),
  };
}

/** Width and middle across the strap from one end to the other. */
function profile({ data, width, height }: Pixels, along: Point) {
  const points: Point[] = [];
  const step = Math.max(1, Math.floor(Math.max(width, height) / 400));
  for (let y = 0; y < height; y += step) {
    for (let x = 0; x < width; x += step) {
      if (data[(y * width + x) * 4 + 3]! < 128) continue;
      const [dx, dy] = [x + 0.5 - width / 2, y + 0.5 - height / 2];
      points.push({ x: dx * along.x + dy * along.y, y: -dx * along.y + dy * along.x });
    }
  }
  const from = points.reduce((low, p) => Math.min(low, p.x), Number.POSITIVE_INFINITY);
  const to = points.reduce((high, p) => Math.max(high, p.x), Number.NEGATIVE_INFINITY);
  const low = new Array<number>(bins).fill(Number.POSITIVE_INFINITY);
  const high = new Array<number>(bins).fill(Number.NEGATIVE_INFINITY);
  for (const p of points) {
    const k = Math.min(bins - 1, Math.floor(((p.x - from) / Math.max(1, to - from)) * bins));
    low[k] = Math.min(low[k]!, p.y);
    high[k] = Math.max(high[k]!, p.y);
  }
  return {
    from,
    to,
    widths: low.map((value, k) => Math.max(0, high[k]! - value)),
    offsets: low.map((value, k) => (high[k]! >= value ? (value + high[k]!) / 2 : 0)),
  };
}

function longestRun(values: number[], test: (value: number) => boolean): { from: number; to: number } {
  let best = { from: 0, to: 0 };
  let start = -1;
  for (let k = 0; k <= values.length; k++) {
    const inside = k < values.length && test(values[k]!);
    if (inside && start < 0) start = k;
    if (!inside && start >= 0) {
      if (k - start > best.to - best.from) best = { from: start, to: k };
      start = -1;
    }
  }
  return best;
}
