import { clamp } from '../../pixels/clamp.ts';
import { components } from '../../pixels/components.ts';
import { dilate } from '../../pixels/distance.ts';
import { fillOutSmoothly } from '../../pixels/fill-out.ts';
import type { Pixels } from '../../pixels/pixels.ts';

/** A part of the scene with a hole to fill; all of one size, one or three bytes per pixel. */
export interface GroundHole {
  /** RGB. */
  image: Pixels;
  /** 1 where ground is to be filled in. */
  hole: Uint8Array;
  /** 1 where ground may be copied from. */
  ground: Uint8Array;
}

/** Cell size in pixels of the coarse grid in which the seam is corrected. */
const coarse = 4;
/** Pixels of the hole and of its rim sampled per shift. */
const samples = 160;

/**
 * Rounds of filling: later pieces of ground fill what earlier ones left open, the last round uses the rim's own
 * colors.
 */
const rounds = 3;

/** Fills the holes with pieces of ground from nearby, with corrected seams; RGB of the whole part. */
export function filledGround({ image, hole, ground }: GroundHole, reach: number): Uint8Array {
  const { width, height } = image;
  const out = { data: new Uint8Array(image.data), width, height };
  const known = Uint8Array.from(ground);
  let open = Uint8Array.from(hole);
  for (let round = 0; round < rounds; round++) {
    if (!open.includes(1)) break;
    const left = new Uint8Array(hole.length);
    for (const { pixels } of components(open, width, height)) {
      const rim = getRim(pixels, known, width, height, Math.max(4, reach * 0.05));
      const shift = round < rounds - 1 ? bestShift(image, ground, pixels, rim, reach) : undefined;
      copy(out, image, pixels, rim, shift, ground);
      for (const i of pixels) {
        if (shift && shifted(i, shift, image, ground) < 0) left[i] = 1;
        else known[i] = 1;
      }
    }
    open = left;
  }
  return out.data;
}

/** The known pixels around a piece; computed in its own box, as distances over the whole part are slow. */
function getRim(
  pixels: number[],
  known: Uint8Array,
  width: number,
  height: number,
  radius: number,
): number[] {
  const box = { left: width, right: 0, top: height, bottom: 0 };
  for (const i of pixels) {
    const x = i % width;
    const y = (i - x) / width;
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x + 1);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y + 1);
  }
  const left = Math.max(0, Math.floor(box.left - radius - 1));
  const top = Math.max(0, Math.floor(box.top - radius - 1));
  const w = Math.min(width, Math.ceil(box.right + radius + 1)) - left;
  const h = Math.min(height, Math.ceil(box.bottom + radius + 1)) - top;
  const piece = new Uint8Array(w * h);
  for (const i of pixels) piece[(Math.floor(i / width) - top) * w + (i % width) - left] = 1;
  const near = dilate(piece, w, h, radius);
  const rim: number[] = [];
  for (let k = 0; k < near.length; k++) {
    const i = (top + Math.floor(k / w)) * width + left + (k % w);
    if (near[k] && !piece[k] && known[i]) rim.push(i);
  }
  return rim;
}

/** Index that a pixel's new color is copied from; −1 where that is not ground. */
function shifted(i: number, { dx, dy }: Shift, { width, height }: Pixels, ground: Uint8Array): number {
  const x = (i % width) + dx;
  const y = Math.floor(i / width) + dy;
  const inside = x >= 0 && y >= 0 && x < width && y < height;
  return inside && ground[y * width + x] === 1 ? y * width + x : -1;
}

interface Shift {
  dx: number;
  dy: number;
}

/** The shift whose ground matches the hole's rim best; mostly sideways, where the ground is at the same distance. */
function bestShift(
  image: Pixels,
  ground: Uint8Array,
  inside: number[],
  rim: number[],
  reach: number,
): Shift | undefined {
  const sampled = (list: number[]) => {
    const step = Math.max(1, Math.floor(list.length / samples));
    // Pseudo-random: regular steps would coincide with the joints of a pavement.
    return list.filter((i) => (Math.imul(i, 0x9e3779b1) >>> 16) % step === 0);
  };
  const [core, edge] = [sampled(inside), sampled(rim)];
  if (edge.length < 12) return undefined;
  let best: Shift | undefined;
  let bestCost = Number.POSITIVE_INFINITY;
  const step = Math.max(2, Math.round(reach * 0.04));
  for (let dy = -Math.round((reach * 0.3) / step) * step; dy <= reach * 0.4; dy += step) {
    for (let dx = -Math.round(reach / step) * step; dx <= reach; dx += step) {
      let missing = 0;
      for (const i of core) if (shifted(i, { dx, dy }, image, ground) < 0) missing++;
      if (missing > core.length * 0.5) continue;
      const unlike = dissimilarity(image, ground, edge, { dx, dy });
      if (unlike === undefined) continue;
      const cost = unlike * (1 + (0.15 * Math.hypot(dx, 2 * dy)) / reach) + (90 * missing) / core.length;
      if (cost >= bestCost) continue;
      bestCost = cost;
      best = { dx, dy };
    }
  }
  return best;
}

/**
 * Difference between a rim and its shifted copy; a constant difference in light counts little, as it is corrected.
 */
function dissimilarity(image: Pixels, ground: Uint8Array, edge: number[], shift: Shift): number | undefined {
  const { data } = image;
  const pairs = edge.map((i) => [i, shifted(i, shift, image, ground)] as const).filter(([, j]) => j >= 0);
  if (pairs.length < edge.length * 0.5) return undefined;
  let total = 0;
  for (let c = 0; c < 3; c++) {
    let sum = 0;
    for (const [i, j] of pairs) sum += data[i * 3 + c]! - data[j * 3 + c]!;
    const mean = sum / pairs.length;
    let off = 0;
    for (const [i, j] of pairs) off += Math.abs(data[i * 3 + c]! - data[j * 3 + c]! - mean);
    total += off / pairs.length + 0.3 * Math.abs(mean);
  }
  return total;
}

/**
 * Copies by the shift; the difference on the rim is interpolated smoothly into the hole, so that no seam is
 * visible.
 */
function copy(
  out: Pixels,
  image: Pixels,
  pixels: number[],
  rim: number[],
  shift: Shift | undefined,
  ground: Uint8Array,
): void {
  const { data, width, height } = image;
  const w = Math.ceil(width / coarse);
  const h = Math.ceil(height / coarse);
  const from = (i: number): number => (shift ? shifted(i, shift, image, ground) : -1);
  const sums = new Float32Array(w * h * 4);
  for (const i of rim) {
    const j = from(i);
    const o = (Math.floor(Math.floor(i / width) / coarse) * w + Math.floor((i % width) / coarse)) * 4;
    if (shift && j < 0) continue;
    for (let c = 0; c < 3; c++) sums[o + c]! += out.data[i * 3 + c]! - (j < 0 ? 0 : data[j * 3 + c]!);
    sums[o + 3]!++;
  }
  const seam = new Uint8Array(w * h * 4);
  const [scale, offset] = shift ? [0.5, 128] : [1, 0];
  for (let k = 0; k < w * h; k++) {
    const n = sums[k * 4 + 3]!;
    if (n === 0) continue;
    for (let c = 0; c < 3; c++)
      seam[k * 4 + c] = clamp(Math.round((sums[k * 4 + c]! / n) * scale + offset), 0, 255);
    seam[k * 4 + 3] = 255;
  }
  const correctionPlane = fillOutSmoothly({ data: seam, width: w, height: h });
  for (const i of pixels) {
    const j = from(i);
    const k = ((i % width) + 0.5) / coarse - 0.5;
    const l = (Math.floor(i / width) + 0.5) / coarse - 0.5;
    if (shift && j < 0) continue;
    for (let c = 0; c < 3; c++) {
      const correction = (sampleSmooth(correctionPlane, w, h, k, l, c) - offset) / scale;
      out.data[i * 3 + c] = clamp(Math.round(correction + (j < 0 ? 0 : data[j * 3 + c]!)), 0, 255);
    }
  }
}

function sampleSmooth(plane: Float32Array, w: number, h: number, x: number, y: number, c: number): number {
  const x0 = clamp(Math.floor(x), 0, w - 1);
  const y0 = clamp(Math.floor(y), 0, h - 1);
  const x1 = Math.min(w - 1, x0 + 1);
  const y1 = Math.min(h - 1, y0 + 1);
  const tx = clamp(x - x0, 0, 1);
  const ty = clamp(y - y0, 0, 1);
  const at = (px: number, py: number): number => plane[(py * w + px) * 4 + c]!;
  const upper = at(x0, y0) * (1 - tx) + at(x1, y0) * tx;
  const lower = at(x0, y1) * (1 - tx) + at(x1, y1) * tx;
  return upper + (lower - upper) * ty;
}
