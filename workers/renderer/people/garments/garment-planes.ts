import { clamp } from '../../pixels/clamp.ts';
import type { Plane } from '../../pixels/plane.ts';
import type { Layers } from './occlusion.ts';
import type { OldClothes } from './old-clothes.ts';

/** The planes that control how a garment is drawn at each point of the person; all at mask size. */
export interface GarmentPlanes {
  old: OldClothes;
  layers: Layers;
  shade: Plane;
}

/** Channels that are sampled together per pixel: sampling ten planes one by one took most of the time. */
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
const count = 10;

/** The planes of a garment's drawing interleaved in one array, with a flag per cell of four pixels. */
export interface InterleavedPlanes {
  width: number;
  height: number;
  /** `count` values per pixel. */
  all: Float32Array;
  /** One per pixel, for the cell to its right and below: 1 where the garment cannot reach. */
  empty: Uint8ClampedArray;
}

export function interleaved({ old, layers, shade }: GarmentPlanes): InterleavedPlanes {
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
  const all = new Float32Array(width * height * count);
  parts.forEach((part, c) => {
    for (let i = 0; i < part.length; i++) all[i * count + c] = part[i]!;
  });
  const empty = new Uint8ClampedArray(width * height);
  markEmpty(empty, all, width, height);
  return { width, height, all, empty };
}

/** A sampling position in the interleaved planes, between four of their pixels. */
export interface Cell {
  planes: InterleavedPlanes;
  /** Index of the row's first pixel, the offset in `all` to the row below, and the position between both (0–1). */
  row: number;
  down: number;
  ty: number;
  column: number;
  empty: boolean;
  /** Values at the cell's left edge, and their differences to the right edge. */
  left: Float64Array;
  difference: Float64Array;
}

export function getCell(planes: InterleavedPlanes): Cell {
  const edges = { left: new Float64Array(count), difference: new Float64Array(count) };
  return { planes, row: 0, down: 0, ty: 0, column: -1, empty: true, ...edges };
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
  const { row, down, ty, left, difference } = cell;
  const { width, all, empty } = cell.planes;
  cell.column = column;
  cell.empty = empty[row + column] === 1;
  if (cell.empty) return;
  const i = (row + column) * count;
  const j = column + 1 < width ? i + count : i;
  for (let c = 0; c < count; c++) {
    left[c] = all[i + c]! + (all[i + down + c]! - all[i + c]!) * ty;
    difference[c] = all[j + c]! + (all[j + down + c]! - all[j + c]!) * ty - left[c]!;
  }
}

/** The value of a channel, 0–1 between the cell's edges. */
export const channelAt = ({ left, difference }: Cell, channel: number, tx: number): number =>
  left[channel]! + difference[channel]! * tx;

function markEmpty(empty: Uint8ClampedArray, all: Float32Array, width: number, height: number): void {
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const right = x + 1 < width ? 1 : 0;
      const down = y + 1 < height ? width : 0;
      const i = y * width + x;
      empty[i] = isEmpty(all, i * count, (i + right) * count, (i + down) * count, (i + right + down) * count);
    }
  }
}

function isEmpty(all: Float32Array, a: number, b: number, c: number, d: number): number {
  const { envelope } = channels;
  const outsideEnvelope = all[a + envelope] === 0 && all[b + envelope] === 0;
  return outsideEnvelope && all[c + envelope] === 0 && all[d + envelope] === 0 ? 1 : 0;
}
