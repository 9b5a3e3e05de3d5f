import { clamp } from '../../pixels/clamp.ts';
import { labelComponents } from '../../pixels/components.ts';
import { fillOut } from '../../pixels/fill-out.ts';
import type { Layer } from '../../pixels/layer.ts';
import type { Mesh } from '../../pixels/mesh.ts';
import type { Pixels } from '../../pixels/pixels.ts';
import { boxAround, type Rect } from '../../pixels/rect.ts';
import { eased, soundTriangles } from '../../pixels/sound-mesh.ts';
import { eachPixel } from '../../pixels/triangle-pixels.ts';
import { channels, type GarmentPlanes, type Reading, read, steep, toReading } from './garment-planes.ts';

/** The input for drawing a garment. */
export interface Drawing extends GarmentPlanes {
  /** The part of the scene that it may be drawn on. */
  within: Rect;
  /** Later ones cover earlier ones. Those after the first are sleeves. */
  pieces: Mesh[][];
  /** Straight RGBA, at about its size in the scene. */
  garment: Pixels;
  /** Garment pixels per pixel of the image the meshes point into. */
  toGarment: number;
}

/** A garment, and per pixel the opacity (0–255) that what is in front takes from it. */
export interface Drawn extends Layer {
  hidden: Uint8ClampedArray;
}

interface Brush {
  garment: Pixels;
  toGarment: number;
  reading: Reading;
  rect: Rect;
  /** Premultiplied RGBA. */
  drawn: Uint8ClampedArray;
  hidden: Uint8ClampedArray;
  /** The channel that limits the piece: sleeves are over arms, the rest is behind them. */
  limit: number;
}

/**
 * Draws the garment through its meshes, none of which is torn, behind the layers in front of it.
 */
export async function drawGarment(drawing: Drawing): Promise<Drawn> {
  const { within, garment, toGarment } = drawing;
  const pieces = drawing.pieces.map((meshes) => meshes.map((mesh) => eased(mesh).mesh));
  const points = pieces.flat(2).flatMap(({ target }) => target);
  const rect = boxAround(points, within);
  const drawn = new Uint8ClampedArray(rect.width * rect.height * 4);
  const hidden = new Uint8ClampedArray(rect.width * rect.height);
  const filled = { ...garment, data: await fillOut(garment) };
  const reading = toReading(drawing);
  for (const [k, meshes] of pieces.entries()) {
    const limit = k === 0 ? channels.body : channels.sleeve;
    const brush: Brush = { garment: filled, toGarment, reading, rect, drawn, hidden, limit };
    // Garment covers the margins, which only hide old cloth.
    for (const triangle of meshes.flatMap(soundTriangles).sort((p, q) => p.sign - q.sign))
      eachPixel(triangle, rect, (x, y, u, v, weight) => drawPixel(brush, x, y, u, v, weight));
  }
  finish(drawn);
  dropSpecks(drawn, rect);
  return {
    rect,
    pixels: { data: new Uint8Array(drawn.buffer), width: rect.width, height: rect.height },
    hidden,
  };
}

/** Draws one pixel of the rectangle; `u`, `v`: its place in the photo; `weight` is negative in a margin. */
function drawPixel(brush: Brush, x: number, y: number, u: number, v: number, weight: number): void {
  const { garment, toGarment, reading, rect, drawn, hidden, limit } = brush;
  const { data, width, height } = garment;
  const cell = read(reading, rect.x + x, rect.y + y);
  const cover = steep(cell[channels.cover]!);
  if (weight <= 0 && cover === 0) return;
  const sx = u * toGarment - 0.5;
  const sy = v * toGarment - 0.5;
  const cx = mirrored(sx, width);
  const cy = mirrored(sy, height);
  const [x0, y0] = [Math.floor(cx), Math.floor(cy)];
  const [fx, fy] = [cx - x0, cy - y0];
  const i = (y0 * width + x0) * 4;
  const j = i + width * 4;
  const pixel = y * rect.width + x;
  let own = 0;
  if (weight > 0) {
    const beyond = Math.max(0, -sx, -sy, sx - width + 1, sy - height + 1);
    const opacity = (bilinear(data, i + 3, j + 3, fx, fy) / 255) * Math.max(0, 1 - beyond);
    own = opacity * steep(cell[limit]!);
    const whole = opacity * steep(cell[channels.envelope]!);
    hidden[pixel] = Math.max(hidden[pixel]!, weight * (whole - own) * 255);
  }
  const share = Math.abs(weight) * Math.max(own, cover);
  if (share <= 0) return;
  const o = pixel * 4;
  for (let c = 0; c < 3; c++) {
    const below = drawn[o + c]!;
    drawn[o + c] = below + (bilinear(data, i + c, j + c, fx, fy) - below) * share;
  }
  drawn[o + 3] = drawn[o + 3]! + (255 - drawn[o + 3]!) * share;
}

/** Area of a speck, as a share of the garment: moles and beards in the color of the old clothes. */
const speck = 0.002;

/** Clears what is apart from the garment and too small to be a part of it. */
function dropSpecks(drawn: Uint8ClampedArray, { width, height }: Rect): void {
  const mask = Uint8Array.from({ length: width * height }, (_, i) => (drawn[i * 4 + 3]! > 0 ? 1 : 0));
  const { label, size } = labelComponents(mask, width, height, false);
  const least = speck * size.reduce((most, area) => Math.max(most, area), 0);
  for (let i = 0; i < label.length; i++) if (size[label[i]!]! < least) drawn[i * 4 + 3] = 0;
}

/** Divides the colors by their opacity. */
function finish(drawn: Uint8ClampedArray): void {
  for (let o = 0; o < drawn.length; o += 4) {
    const alpha = drawn[o + 3]!;
    if (alpha === 0 || alpha === 255) continue;
    for (let c = 0; c < 3; c++) drawn[o + c] = (drawn[o + c]! * 255) / alpha;
  }
}

/** Bilinear interpolation of four pixels: `i` and the one to its right, `j` below it and the one to its right. */
const bilinear = (data: Uint8Array, i: number, j: number, fx: number, fy: number): number =>
  (data[i]! * (1 - fx) + data[i + 4]! * fx) * (1 - fy) + (data[j]! * (1 - fx) + data[j + 4]! * fx) * fy;

/** Beyond the photo's border the cloth continues as its mirror image. */
function mirrored(value: number, size: number): number {
  const inside = value < 0 ? -value : value > size - 1.001 ? 2 * (size - 1.001) - value : value;
  return clamp(inside, 0, size - 1.001);
}
