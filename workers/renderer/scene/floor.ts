import type { LabImage } from '../pixels/lab.ts';
import { findBackdrop } from './backdrop.ts';
import { rejectFalseFloor } from './false-floor.ts';

/** The visible floor and the objects on it, in analysis pixels. */
export interface FloorFinding {
  /** 1 where the floor is free, contiguous from the lower edge. */
  mask: Uint8Array;
  /** 1 on pixels that belong neither to the floor nor to the biggest smooth surface above (wall, sky). */
  objects: Uint8Array;
  /** Row (0–1 of the height) where the free floor ends at the far side. */
  topShare: number;
}

/** A pixel belongs to the floor when it is this close (ΔE) to one of the colors along the lower edge. */
const floorTolerance = 11;
/** Maximum change (ΔE) from row to row as light fades along a floor of one color. */
const drift = 5;
/** A step between neighbouring rows larger than this (ΔE) leaves the floor. */
const jump = 15;
/** The floor never reaches above this share of the height: higher is wall of the same color. */
const highestFloor = 0.56;
/** The end of the floor in a typical frontal photo of furniture. */
const closeFloorEnd = 0.84;

/**
 * Scans each column upwards from the lower edge, as obstacle detection in robotics does. The longest horizontal
 * edge, the textbook floor line, was tried on 13 room photos and was on furniture in 12 of them; color continuity
 * from the lower edge does not need to know where the wall begins.
 */
export function findFloor(planes: LabImage, gradient: Float32Array): FloorFinding {
  const { width, height } = planes;
  const floorColors = bandColors(planes, Math.floor(height * 0.94), height);
  const backdrop = findBackdrop(planes, gradient);
  const mask = new Uint8Array(width * height);
  const tops: number[] = [];
  for (let x = 0; x < width; x++) {
    const top = climb(planes, gradient, floorColors, x);
    for (let y = top; y < height; y++) mask[y * width + x] = 1;
    if (top < height - 2) tops.push(top);
  }
  const end = floorEnd(tops, width, height);
  mask.fill(0, 0, Math.floor(end * height) * width);
  rejectFalseFloor(planes, mask, backdrop);
  const topShare = mask.includes(1) ? end : closeFloorEnd;
  return { mask, objects: objectMask(backdrop, mask), topShare };
}

/**
 * Share of the height at which the floor ends. Columns that reach the limit ran into a wall of the floor's color, or the
 * floor is deep; when most do, `rejectFalseFloor` decides.
 */
function floorEnd(tops: number[], width: number, height: number): number {
  const limit = height * highestFloor + 2;
  const bounded = tops.filter((top) => top > limit).sort((p, q) => p - q);
  if (bounded.length < width * 0.25) return tops.length < width * 0.25 ? closeFloorEnd : highestFloor;
  const far = bounded[Math.floor(bounded.length * 0.2)]! / height;
  return Math.min(0.9, Math.max(highestFloor, far));
}

/** Up to four typical colors of a band, by farthest-first choice, one after the other, of block means. */
function bandColors(planes: LabImage, from: number, to: number): number[][] {
  const { width, l, a, b } = planes;
  const blocks: number[][] = [];
  const step = Math.max(4, Math.floor(width / 24));
  for (let x = 0; x + step <= width; x += step) {
    const sum = [0, 0, 0];
    for (let y = from; y < to; y++) {
      for (let dx = 0; dx < step; dx++) {
        const i = y * width + x + dx;
        sum[0]! += l[i]!;
        sum[1]! += a[i]!;
        sum[2]! += b[i]!;
      }
    }
    blocks.push(sum.map((value) => value / ((to - from) * step)));
  }
  blocks.sort((p, q) => p[0]! - q[0]!);
  const chosen = [blocks[blocks.length >> 1] ?? [50, 0, 0]];
  for (let round = 0; round < 3; round++) {
    const far = blocks.map((block) => Math.min(...chosen.map((color) => distance(block, color))));
    const best = far.indexOf(Math.max(...far));
    if ((far[best] ?? 0) < 8) break;
    chosen.push(blocks[best]!);
  }
  return chosen;
}

const distance = (p: number[], q: number[]): number =>
  Math.hypot(p[0]! - q[0]!, p[1]! - q[1]!, p[2]! - q[2]!);

/** The same color (a*, b*) in more or less light. */
const sameHue = (p: number[], q: number[]): boolean =>
  Math.hypot(p[1]! - q[1]!, p[2]! - q[2]!) < 6 && Math.abs(p[0]! - q[0]!) < 26;

/**
 * Highest row reached in column `x` before something that is not floor; joints of up to 2 px are skipped. The
 * color may drift on the way up (light, distance) but not jump: a sofa in the color of another part of the lower
 * edge is not floor.
 */
function climb(planes: LabImage, gradient: Float32Array, colors: number[][], x: number): number {
  const { width, height, l, a, b } = planes;
  let top = height;
  let misses = 0;
  let recent: number[] | undefined;
  for (let y = height - 1; y > height * highestFloor && misses < 3; y--) {
    const i = y * width + x;
    const current = [l[i]!, a[i]!, b[i]!];
    const isFloor =
      gradient[i]! < 9 &&
      colors.some(
        (color) =>
          distance(current, color) < floorTolerance ||
          (recent !== undefined && distance(current, recent) < drift && sameHue(current, color)),
      ) &&
      (!recent || distance(current, recent) < jump);
    if (isFloor) {
      top = y;
      misses = 0;
      recent = recent ? recent.map((value, c) => value + (current[c]! - value) * 0.2) : current;
    } else misses++;
  }
  return top;
}

/** Everything that is neither free floor nor wall, ceiling or sky. */
const objectMask = (backdrop: Uint8Array, floor: Uint8Array): Uint8Array =>
  backdrop.map((value, i) => (value === 0 && floor[i] === 0 ? 1 : 0));
