import { clamp } from '../../pixels/clamp.ts';
import type { Plane } from '../../pixels/plane.ts';
import type { Memory } from '../../threads/memory.ts';
import type { Layers } from './in-front.ts';
import type { OldClothes } from './old-clothes.ts';

/** What decides at a place of the person how a garment is drawn there; all at mask size. */
export interface GarmentPlanes {
  old: OldClothes;
  layers: Layers;
  shade: Plane;
}

/** Channels read together per pixel: bilinear reading of ten planes one by one took most of the time. */
export const channels = {
  old: 0,
  front: 1,
  sleeveFront: 2,
  cover: 3,
  envelope: 4,
  shade: 5,
  red: 6,
  green: 7,
  blue: 8,
  offset: 9,
};
export const count = 10;

/** The planes of a garment's drawing in one, and what the corners of each cell have in common. */
export interface Woven {
  width: number;
  height: number;
  /** `count` values a pixel. */
  all: Float32Array;
  /** One a pixel, of the cell to its right and below: 1 where neither garment nor old cloth can be. */
  nothing: Uint8ClampedArray;
}

/** Weaves the planes together in `memory`. */
export function interleaved({ old, layers, shade }: GarmentPlanes, memory: Memory): Woven {
  const { width, height } = old.plane;
  const { rule } = old;
  const parts = [
    old.plane.data,
    layers.front.data,
    layers.sleeveFront.data,
    layers.cover.data,
    layers.envelope.data,
    shade.data,
    rule.red,
    rule.green,
    rule.blue,
    rule.offset,
  ];
  const all = memory.floats(width * height * count);
  parts.forEach((part, c) => {
    for (let i = 0; i < part.length; i++) all[i * count + c] = part[i]!;
  });
  const nothing = memory.bytes(width * height);
  findNothing(nothing, all, width, height);
  return { width, height, all, nothing };
}

/** A place to read the woven planes from, between four of their pixels. */
export interface Cell {
  planes: Woven;
  /** Index of the row's first pixel, steps of `all` to the row below it, and how far the place is on the way there. */
  row: number;
  down: number;
  ty: number;
  column: number;
  nothing: boolean;
  /** Values at the cell's left edge, and how much more they are at the right one. */
  left: Float64Array;
  more: Float64Array;
}

export function cellOf(planes: Woven): Cell {
  const edges = { left: new Float64Array(count), more: new Float64Array(count) };
  return { planes, row: 0, down: 0, ty: 0, column: -1, nothing: true, ...edges };
}

/** `y`: mask pixels. */
export function goToRow(cell: Cell, y: number): void {
  const { width, height } = cell.planes;
  const inside = clamp(y, 0, height - 1);
  const y0 = Math.floor(inside);
  cell.row = y0 * width;
  cell.down = y0 + 1 < height ? width * count : 0;
  cell.ty = inside - y0;
  cell.column = -1;
}

export function goToCell(cell: Cell, column: number): void {
  const { row, down, ty, left, more } = cell;
  const { width, all, nothing } = cell.planes;
  cell.column = column;
  cell.nothing = nothing[row + column] === 1;
  if (cell.nothing) return;
  const i = (row + column) * count;
  const j = column + 1 < width ? i + count : i;
  for (let c = 0; c < count; c++) {
    left[c] = all[i + c]! + (all[i + down + c]! - all[i + c]!) * ty;
    more[c] = all[j + c]! + (all[j + down + c]! - all[j + c]!) * ty - left[c]!;
  }
}

/** The value of a channel, 0–1 between the cell's edges. */
export const between = ({ left, more }: Cell, channel: number, tx: number): number =>
  left[channel]! + more[channel]! * tx;

function findNothing(nothing: Uint8ClampedArray, all: Float32Array, width: number, height: number): void {
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const right = x + 1 < width ? 1 : 0;
      const down = y + 1 < height ? width : 0;
      const i = y * width + x;
      nothing[i] = isNothing(
        all,
        i * count,
        (i + right) * count,
        (i + down) * count,
        (i + right + down) * count,
      );
    }
  }
}

function isNothing(all: Float32Array, a: number, b: number, c: number, d: number): number {
  const { envelope } = channels;
  const off = all[a + envelope] === 0 && all[b + envelope] === 0;
  if (off && all[c + envelope] === 0 && all[d + envelope] === 0) return 1;
  return isHidden(all, a) && isHidden(all, b) && isHidden(all, c) && isHidden(all, d) ? 1 : 0;
}

const isHidden = (all: Float32Array, k: number): boolean =>
  all[k + channels.old] === 0 && all[k + channels.front] === 1 && all[k + channels.sleeveFront] === 1;
