import type { Memory } from '../memory.ts';
import type { Plane } from '../plane.ts';
import { clamp } from '../types.ts';
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
  /** One `cellKind` a pixel: of the cell to its right and below. */
  cells: Uint8ClampedArray;
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
  const cells = memory.bytes(width * height);
  tellCells(cells, all, width, height);
  return { width, height, all, cells };
}

/** Reads the woven planes between their pixels. */
export function planesReader({ width, height, all, cells }: Woven) {
  let [above, down, ty] = [0, 0, 0];
  return {
    /** Goes to a row, mask pixels. */
    seek(fy: number): void {
      const y = clamp(fy, 0, height - 1);
      const y0 = Math.floor(y);
      above = y0 * width;
      down = y0 + 1 < height ? width * count : 0;
      ty = y - y0;
    },
    /** Bilinear; false where neither garment nor old cloth can be. Inside the old cloth only the shade changes. */
    read(fx: number, out: Float32Array): boolean {
      const x = clamp(fx, 0, width - 1);
      const x0 = Math.floor(x);
      const tx = x - x0;
      const kind = cells[above + x0]!;
      if (kind === cellKind.nothing) return false;
      const i = (above + x0) * count;
      const j = x0 + 1 < width ? i + count : i;
      const plain = kind === cellKind.inside;
      if (plain) for (let c = 0; c < channels.shade; c++) out[c] = all[i + c]!;
      for (let c = plain ? channels.shade : 0; c < (plain ? channels.red : count); c++) {
        const upper = all[i + c]! + (all[j + c]! - all[i + c]!) * tx;
        const lower = all[i + down + c]! + (all[j + down + c]! - all[i + down + c]!) * tx;
        out[c] = upper + (lower - upper) * ty;
      }
      return true;
    },
  };
}

const cellKind = { mixed: 0, inside: 1, nothing: 2 };

/** Most cells need no blending. */
function tellCells(cells: Uint8ClampedArray, all: Float32Array, width: number, height: number): void {
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const right = x + 1 < width ? 1 : 0;
      const down = y + 1 < height ? width : 0;
      const i = y * width + x;
      cells[i] = kindOf(all, i * count, (i + right) * count, (i + down) * count, (i + right + down) * count);
    }
  }
}

function kindOf(all: Float32Array, a: number, b: number, c: number, d: number): number {
  const { envelope } = channels;
  const off = all[a + envelope] === 0 && all[b + envelope] === 0;
  if (off && all[c + envelope] === 0 && all[d + envelope] === 0) return cellKind.nothing;
  if (isHidden(all, a) && isHidden(all, b) && isHidden(all, c) && isHidden(all, d)) return cellKind.nothing;
  const inside = isInside(all, a) && isInside(all, b) && isInside(all, c) && isInside(all, d);
  return inside ? cellKind.inside : cellKind.mixed;
}

const isHidden = (all: Float32Array, k: number): boolean =>
  all[k + channels.old] === 0 && all[k + channels.front] === 1 && all[k + channels.sleeveFront] === 1;

const isInside = (all: Float32Array, k: number): boolean =>
  all[k + channels.old] === 1 &&
  all[k + channels.front] === 0 &&
  all[k + channels.sleeveFront] === 0 &&
  all[k + channels.cover] === 1 &&
  all[k + channels.envelope] === 1;
