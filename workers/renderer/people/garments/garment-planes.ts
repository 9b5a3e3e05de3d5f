import { floats } from '../../pixels/arrays.ts';
import { softBlur } from '../../pixels/box-blur.ts';
import { clamp } from '../../pixels/clamp.ts';
import type { Layers } from './occlusion.ts';
import type { OldClothes } from './old-clothes.ts';

/** The planes that control how a garment is drawn at each point of the person; all have the size of the mask. */
export interface GarmentPlanes {
  old: OldClothes;
  layers: Layers;
  /** True if the garment is extended, in its openings and beyond its edges, where old cloth would be visible. */
  closed: boolean;
  /** Mask pixels per scene pixel. */
  scale: number;
}

/** Channels that are read together at each point of the person: how far garment, sleeves and hiding cloth may be drawn. */
export const channels = { body: 0, sleeve: 1, cover: 2, envelope: 3 } as const;
const count = 4;

/** The planes of a garment's drawing interleaved in one array, and the values at the point that was read last. */
export interface Reading {
  width: number;
  height: number;
  /** Pixels of the planes per scene pixel. */
  scale: number;
  all: Float32Array;
  values: Float64Array;
}

/** Interleaves the planes; their contours are smoothed, because those of color edges look frayed at the scene's size. */
export function toReading({ old, layers, closed, scale }: GarmentPlanes): Reading {
  const { width, height, data: cloth } = old.plane;
  const reach = layers.envelope.data;
  const behind = (front: Float32Array) => (i: number) => reach[i]! * (1 - front[i]! * (1 - cloth[i]!));
  const parts = [
    behind(layers.front.data),
    behind(layers.sleeveFront.data),
    (i: number) => (closed ? cloth[i]! * layers.cover.data[i]! : 0),
    (i: number) => reach[i]!,
  ];
  const all = new Float32Array(width * height * count);
  for (const [c, part] of parts.entries()) {
    const { data } = softBlur({ data: floats(width * height, part), width, height }, 1);
    for (let i = 0; i < data.length; i++) all[i * count + c] = data[i]!;
  }
  return { width, height, scale, all, values: new Float64Array(count) };
}

/** Returns the values of all channels at the middle of a scene pixel; the next call overwrites them. */
export function read({ width, height, scale, all, values }: Reading, x: number, y: number): Float64Array {
  const px = clamp((x + 0.5) * scale - 0.5, 0, width - 1);
  const py = clamp((y + 0.5) * scale - 0.5, 0, height - 1);
  const [x0, y0] = [Math.floor(px), Math.floor(py)];
  const [tx, ty] = [px - x0, py - y0];
  const i = (y0 * width + x0) * count;
  const right = x0 + 1 < width ? count : 0;
  const down = y0 + 1 < height ? width * count : 0;
  for (let c = 0; c < count; c++) {
    const k = i + c;
    const upper = all[k]! + (all[k + right]! - all[k]!) * tx;
    const lower = all[k + down]! + (all[k + down + right]! - all[k + down]!) * tx;
    values[c] = upper + (lower - upper) * ty;
  }
  return values;
}

/** Makes the soft contour of a small plane as sharp as those of the scene. */
export const steep = (share: number): number => clamp((share - 0.5) * 2.5 + 0.5, 0, 1);
