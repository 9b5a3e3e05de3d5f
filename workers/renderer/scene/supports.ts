import type { LabImage } from '../pixels/lab.ts';
import type { FloorFinding } from './floor.ts';
import type { Perspective } from './perspective.ts';
import type { Support } from './support.ts';

const minLength = 0.13;
const minStep = 7;
/** Lower scores were boxes and speakers; the console's free ends score 2.4. */
const minScore = 2.2;

/**
 * Searches below the horizon, where the upper side of table tops is visible. Colors are compared over bands (6 px
 * above, 3 px below at 256 px), not over one pixel: the bands on both sides of a joint between planks or tiles are
 * equal.
 */
export function findSupports(
  planes: LabImage,
  { mask: floor, objects }: FloorFinding,
  perspective: Perspective,
  scale: number,
): Support[] {
  const { width, height } = planes;
  const step = bandStep(planes);
  const found: Support[] = [];
  const from = Math.round(perspective.horizon * scale + height * 0.03);
  for (let y = from; y < height * 0.93; y++) {
    for (const run of straightRuns(step, floor, width, y)) {
      const clutter = clutterAbove(planes, run.x, run.width, y);
      if (clutter > 2.6 || crowded(objects, run, width, height, y)) continue;
      const depth = topDepth(step, run, width, height, y);
      if (depth === undefined) continue;
      const score = (run.width / width) * Math.min(run.contrast, 30) * (1 - clutter / 4);
      if (score < minScore) continue;
      found.push({ x: run.x, width: run.width, y: y + depth, score });
    }
  }
  return strongest(found, height).map((support) => ({
    x: support.x / scale,
    width: support.width / scale,
    y: support.y / scale,
    score: support.score,
  }));
}

/** ΔE between the band above and the band below each pixel. */
function bandStep({ width, height, l, a, b }: LabImage): Float32Array {
  const out = new Float32Array(width * height);
  for (let y = 6; y < height - 3; y++) {
    for (let x = 0; x < width; x++) {
      const difference = [l, a, b].map(
        (plane) => columnMean(plane, width, x, y - 6, 6) - columnMean(plane, width, x, y, 3),
      );
      out[y * width + x] = Math.hypot(difference[0]!, difference[1]!, difference[2]!);
    }
  }
  return out;
}

function columnMean(plane: Float32Array, width: number, x: number, y: number, rows: number): number {
  let sum = 0;
  for (let row = 0; row < rows; row++) sum += plane[(y + row) * width + x]!;
  return sum / rows;
}

interface Run {
  x: number;
  width: number;
  contrast: number;
}

/** Consecutive columns in which this row is the strongest step of its neighbourhood: straight and horizontal. */
function straightRuns(step: Float32Array, floor: Uint8Array, width: number, y: number): Run[] {
  const runs: Run[] = [];
  let start = -1;
  let sum = 0;
  let gap = 0;
  for (let x = 0; x <= width; x++) {
    const isEdge = x < width && isPeak(step, floor, width, x, y);
    if (isEdge) {
      if (start < 0) start = x;
      sum += step[y * width + x]!;
      gap = 0;
    } else if (start >= 0 && (++gap > 2 || x === width)) {
      const length = x - gap + 1 - start;
      if (length >= width * minLength) runs.push({ x: start, width: length, contrast: sum / length });
      start = -1;
      sum = 0;
      gap = 0;
    }
  }
  return runs;
}

function isPeak(step: Float32Array, floor: Uint8Array, width: number, x: number, y: number): boolean {
  const i = y * width + x;
  const value = step[i]!;
  if (value < minStep || floor[i + width * 2] === 1) return false;
  return value >= step[i - 3 * width]! && value >= step[i + 3 * width]!;
}

/**
 * True when the space above shows the rest of the furniture, not the wall: a sofa's seat ends in a straight crease
 * too.
 */
function crowded(objects: Uint8Array, run: Run, width: number, height: number, y: number): boolean {
  let occupied = 0;
  let count = 0;
  for (let row = Math.max(0, y - Math.round(height * 0.12)); row < y - 3; row++) {
    for (let x = run.x; x < run.x + run.width; x++) {
      occupied += objects[row * width + x]!;
      count++;
    }
  }
  return occupied > count * 0.3;
}

/** Mean color change in the space above the edge, where the product will stand; 0 for a blank wall. */
function clutterAbove(planes: LabImage, x: number, runWidth: number, y: number): number {
  const { width, l } = planes;
  const rows = Math.round(planes.height * 0.14);
  let sum = 0;
  let count = 0;
  for (let row = Math.max(1, y - rows); row < y - 4; row++) {
    for (let column = x; column < x + runWidth - 1; column++) {
      const i = row * width + column;
      sum += Math.abs(l[i]! - l[i + 1]!) + Math.abs(l[i]! - l[i - width]!);
      count++;
    }
  }
  return sum / Math.max(1, count);
}

/**
 * Rows from the far edge of a table top to the middle of its upper side; undefined when no near edge follows
 * within reach, as with the back of a sofa, which is just as straight and free but supports nothing.
 */
function topDepth(
  step: Float32Array,
  run: Run,
  width: number,
  height: number,
  y: number,
): number | undefined {
  const reach = Math.min(height - 4, y + Math.round(height * 0.12));
  let dip = Number.POSITIVE_INFINITY;
  for (let row = y + 2; row < reach; row++) {
    let sum = 0;
    let strong = 0;
    for (let x = run.x; x < run.x + run.width; x++) {
      const value = step[row * width + x]!;
      sum += value;
      if (value >= minStep) strong++;
    }
    const mean = sum / run.width;
    dip = Math.min(dip, mean);
    // The band of the far edge itself must fade before another edge counts as the near one.
    if (strong > run.width * 0.7 && dip < mean * 0.55) return Math.max(1, Math.round((row - y) * 0.55));
  }
  return undefined;
}

/** Best first, at most six, one per row neighbourhood. */
function strongest(found: Support[], height: number): Support[] {
  const kept: Support[] = [];
  for (const support of found.sort((p, q) => q.score - p.score || p.y - q.y || p.x - q.x)) {
    const near = kept.some(
      (other) =>
        Math.abs(other.y - support.y) < height * 0.04 &&
        support.x < other.x + other.width &&
        other.x < support.x + support.width,
    );
    if (!near) kept.push(support);
    if (kept.length === 6) break;
  }
  return kept;
}
