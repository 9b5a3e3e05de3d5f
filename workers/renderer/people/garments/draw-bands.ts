import { clamp } from '../../pixels/clamp.ts';
import type { Mesh } from '../../pixels/mesh.ts';
import type { Rect } from '../../pixels/rect.ts';
import { type SourceMap, sourceMap } from '../../pixels/source-map.ts';
import {
  type Cell,
  channelAt,
  channels,
  getCell,
  goToCell,
  goToRow,
  type InterleavedPlanes,
} from './garment-planes.ts';
import { clothShare } from './old-clothes.ts';

/** Row-major bytes, 3 (RGB) or 4 (straight RGBA) per pixel. */
export interface Bytes {
  data: Uint8Array | Uint8ClampedArray;
  width: number;
  height: number;
}

/** The input for drawing a garment. */
export interface GarmentCanvas {
  /** The garment's box in the scene. */
  rect: Rect;
  /** Later ones cover earlier ones. Those after the first are sleeves. */
  pieces: Mesh[][];
  /** Straight RGBA, at about its size in the scene; its colors are extended beyond its outline. */
  garment: Bytes;
  /** Garment pixels per pixel of the image the meshes point into. */
  toGarment: number;
  /** True if the garment is extended, in its openings and beyond its edges, where old cloth would be visible. */
  closed: boolean;
  /** RGB. */
  scene: Bytes;
  planes: InterleavedPlanes;
  /** Mask pixels per scene pixel. */
  scale: number;
  /** The result: straight RGBA over `rect`, initially 0. */
  drawn: Uint8ClampedArray;
  /** The opacity that hands, hair and the like in front of the garment take from it, one per pixel, initially 0. */
  hidden: Uint8ClampedArray;
}

/** Rows drawn at a time: their maps stay in the processor's cache. */
const bandRows = 32;

/** Draws band by band. */
export function drawBands(canvas: GarmentCanvas): void {
  const { rect, pieces } = canvas;
  const maps = pieces.map((meshes) => sourceMap(meshes, rect, bandRows));
  const brush: Brush = { ...canvas, maps, cell: getCell(canvas.planes) };
  for (let from = 0; from < rect.height; from += bandRows) {
    const rows = Math.min(bandRows, rect.height - from);
    for (const map of maps) map.goTo(from, rows);
    for (let row = 0; row < rows; row++) drawRow(brush, row, from + row);
  }
}

interface Brush extends GarmentCanvas {
  maps: SourceMap[];
  cell: Cell;
}

/** This and `drawPixel` take most of a garment's time: small arrays instead of numbers take 50 % longer. */
function drawRow(brush: Brush, row: number, y: number): void {
  const { rect, scene, scale, maps, cell } = brush;
  let from = rect.width;
  let to = 0;
  for (const { spans } of maps) {
    from = Math.min(from, spans[row * 2]!);
    to = Math.max(to, spans[row * 2 + 1]!);
  }
  goToRow(cell, (rect.y + y + 0.5) * scale - 0.5);
  const start = (rect.y + y) * scene.width + rect.x;
  const right = cell.planes.width - 1;
  for (let x = from; x < to; x++) {
    const fx = clamp((rect.x + x + 0.5) * scale - 0.5, 0, right);
    const column = Math.floor(fx);
    if (column !== cell.column) goToCell(cell, column);
    if (cell.empty) continue;
    const tx = fx - column;
    const old = oldShare(cell, tx, scene.data, (start + x) * 3);
    drawPixel(brush, tx, old, (row * rect.width + x) * 3, y * rect.width + x);
  }
}

function drawPixel(brush: Brush, tx: number, old: number, place: number, pixel: number): void {
  const { maps, garment, toGarment, closed, cell, drawn, hidden } = brush;
  const { data, width, height } = garment;
  const cover = closed ? old * channelAt(cell, channels.cover, tx) : 0;
  let r = 0;
  let g = 0;
  let b = 0;
  let alpha = 0;
  for (let m = 0; m < maps.length; m++) {
    const { at } = maps[m]!;
    const weight = at[place + 2]!;
    // NaN: the piece does not cover this pixel.
    if (!(weight > 0 || (weight < 0 && cover > 0))) continue;
    const sx = at[place]! * toGarment - 0.5;
    const sy = at[place + 1]! * toGarment - 0.5;
    const cx = mirrored(sx, width);
    const cy = mirrored(sy, height);
    const x0 = Math.floor(cx);
    const y0 = Math.floor(cy);
    const i = (y0 * width + x0) * 4;
    const j = i + width * 4;
    const fx = cx - x0;
    const fy = cy - y0;
    let own = 0;
    if (weight > 0) {
      const front = channelAt(cell, m === 0 ? channels.front : channels.sleeveFront, tx);
      const beyond = Math.max(0, -sx, -sy, sx - width + 1, sy - height + 1);
      const opacity = (bilinear(data, i + 3, j + 3, fx, fy) / 255) * Math.max(0, 1 - beyond);
      const whole = opacity * channelAt(cell, channels.envelope, tx);
      own = whole * (1 - front * (1 - old));
      hidden[pixel] = Math.max(hidden[pixel]!, weight * (whole - own) * 255);
    }
    const share = Math.abs(weight) * Math.max(own, cover);
    if (share <= 0) continue;
    r += (bilinear(data, i, j, fx, fy) - r) * share;
    g += (bilinear(data, i + 1, j + 1, fx, fy) - g) * share;
    b += (bilinear(data, i + 2, j + 2, fx, fy) - b) * share;
    alpha += share * (1 - alpha);
  }
  if (alpha < 0.004) return;
  const light = (1 + (channelAt(cell, channels.shade, tx) - 1) * old) / alpha;
  const o = pixel * 4;
  drawn[o] = r * light;
  drawn[o + 1] = g * light;
  drawn[o + 2] = b * light;
  drawn[o + 3] = alpha * 255;
}

/** Share of old cloth; at edges refined by the scene's colors at full size. */
function oldShare(cell: Cell, tx: number, scene: Bytes['data'], s: number): number {
  const rough = channelAt(cell, channels.old, tx);
  if (rough < 0.01 || rough > 0.99) return rough;
  return clothShare(
    (channelAt(cell, channels.red, tx) * scene[s]! +
      channelAt(cell, channels.green, tx) * scene[s + 1]! +
      channelAt(cell, channels.blue, tx) * scene[s + 2]!) /
      255 +
      channelAt(cell, channels.offset, tx),
  );
}

/** Bilinear interpolation of four pixels: `i` and the one to its right, `j` below it and the one to its right. */
const bilinear = (data: Bytes['data'], i: number, j: number, fx: number, fy: number): number =>
  (data[i]! * (1 - fx) + data[i + 4]! * fx) * (1 - fy) + (data[j]! * (1 - fx) + data[j + 4]! * fx) * fy;

/** Beyond the photo's border the cloth continues as its mirror image. */
function mirrored(value: number, size: number): number {
  const inside = value < 0 ? -value : value > size - 1.001 ? 2 * (size - 1.001) - value : value;
  return clamp(inside, 0, size - 1.001);
}
