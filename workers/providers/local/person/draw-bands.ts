import { clamp, type Rect } from '../types.ts';
import { channels, count, planesReader, type Woven } from './garment-planes.ts';
import { type Mesh, sourceMap } from './mesh.ts';
import { clothShare } from './old-clothes.ts';

/** Row-major bytes, 3 (RGB) or 4 (straight RGBA) a pixel. */
export interface Bytes {
  data: Uint8ClampedArray;
  width: number;
  height: number;
}

/** All there is to know for drawing any part of a garment: plain data, so that two threads can draw at once. */
export interface Canvas {
  /** Where the garment lies in the scene. */
  rect: Rect;
  /** Later ones lie over earlier ones. Those after the first are sleeves. */
  pieces: Mesh[][];
  /** Straight RGBA, at about the size it is worn; and its colours continued beyond its outline. */
  garment: Bytes;
  colours: Uint8ClampedArray;
  /** Garment pixels per pixel of the picture the meshes point into. */
  toGarment: number;
  /** Whether the garment is continued, in its openings and beyond its edges, where old cloth would show. */
  closed: boolean;
  /** RGB. */
  scene: Bytes;
  planes: Woven;
  /** Mask pixels a scene pixel. */
  scale: number;
  /** Where it is drawn: straight RGBA over `rect`, all 0 before. */
  drawn: Uint8ClampedArray;
  /** One number: the next band that nobody has begun. */
  next: Int32Array;
}

/** Rows drawn at a time: their maps stay in the processor's cache. */
const bandRows = 64;

/** Draws bands until there are no more; several threads may be at it. */
export function drawBands(canvas: Canvas): void {
  const { rect, pieces, next } = canvas;
  const maps = pieces.map((meshes) => sourceMap(meshes, rect));
  const brush: Brush = {
    ...canvas,
    places: maps.map(() => new Float32Array(rect.width * Math.min(bandRows, rect.height) * 3)),
    reader: planesReader(canvas.planes),
    here: new Float32Array(count),
    cloth: new Float32Array(4),
  };
  for (;;) {
    const from = Atomics.add(next, 0, 1) * bandRows;
    if (from >= rect.height) return;
    const rows = Math.min(bandRows, rect.height - from);
    maps.forEach((map, m) => {
      map.rows(from, rows, brush.places[m]!);
    });
    for (let row = 0; row < rows; row++) drawRow(brush, row, from + row);
  }
}

interface Brush extends Canvas {
  /** The maps' rows of the band. */
  places: Float32Array[];
  reader: ReturnType<typeof planesReader>;
  /** The planes' values, and the cloth's, at one pixel. */
  here: Float32Array;
  cloth: Float32Array;
}

function drawRow(brush: Brush, row: number, y: number): void {
  const { rect, scene, scale, places, reader, here } = brush;
  reader.seek((rect.y + y + 0.5) * scale - 0.5);
  for (let x = 0; x < rect.width; x++) {
    const place = (row * rect.width + x) * 3;
    if (!isMapped(places, place)) continue;
    const fx = (rect.x + x + 0.5) * scale - 0.5;
    if (!reader.read(fx, here)) {
      // On to the next cell.
      x += Math.max(0, Math.ceil((Math.floor(fx) + 1 - fx) / scale) - 1);
      continue;
    }
    const s = ((rect.y + y) * scene.width + rect.x + x) * 3;
    drawPixel(brush, place, oldShare(here, scene.data, s), (y * rect.width + x) * 4);
  }
}

function isMapped(places: Float32Array[], place: number): boolean {
  for (let m = 0; m < places.length; m++) if (!Number.isNaN(places[m]![place]!)) return true;
  return false;
}

function drawPixel(brush: Brush, place: number, old: number, o: number): void {
  const { places, garment, toGarment, colours, closed, here, cloth, drawn } = brush;
  let [r, g, b, alpha] = [0, 0, 0, 0];
  for (let m = 0; m < places.length; m++) {
    const at = places[m]!;
    const weight = at[place + 2]!;
    if (weight === 0 || Number.isNaN(weight) || (weight < 0 && (old === 0 || !closed))) continue;
    const hidden = here[m === 0 ? channels.front : channels.sleeveFront]! * (1 - old);
    readCloth(garment, colours, at[place]! * toGarment - 0.5, at[place + 1]! * toGarment - 0.5, cloth);
    const own = weight > 0 ? cloth[3]! * (1 - hidden) * here[channels.envelope]! : 0;
    const cover = closed ? old * here[channels.cover]! : 0;
    const share = Math.abs(weight) * Math.max(own, cover);
    if (share <= 0) continue;
    r += (cloth[0]! - r) * share;
    g += (cloth[1]! - g) * share;
    b += (cloth[2]! - b) * share;
    alpha += share * (1 - alpha);
  }
  if (alpha < 0.004) return;
  const light = (1 + (here[channels.shade]! - 1) * old) / alpha;
  drawn[o] = r * light;
  drawn[o + 1] = g * light;
  drawn[o + 2] = b * light;
  drawn[o + 3] = alpha * 255;
}

/** Share of old cloth, on edges by the scene's own colours at full size. */
function oldShare(here: Float32Array, scene: Uint8ClampedArray, s: number): number {
  const rough = here[channels.old]!;
  if (rough < 0.01 || rough > 0.99) return rough;
  return clothShare(
    (here[channels.red]! * scene[s]! +
      here[channels.green]! * scene[s + 1]! +
      here[channels.blue]! * scene[s + 2]!) /
      255 +
      here[channels.offset]!,
  );
}

/** Colour continued beyond the outline, opacity as in the cut-out (0–1). */
function readCloth(image: Bytes, colours: Uint8ClampedArray, x: number, y: number, out: Float32Array): void {
  const { width, height, data } = image;
  const cx = mirrored(x, width);
  const cy = mirrored(y, height);
  const x0 = Math.floor(cx);
  const y0 = Math.floor(cy);
  const [tx, ty] = [cx - x0, cy - y0];
  const i = (y0 * width + x0) * 4;
  const down = width * 4;
  for (let c = 0; c < 3; c++) {
    const upper = colours[i + c]! + (colours[i + 4 + c]! - colours[i + c]!) * tx;
    const lower = colours[i + down + c]! + (colours[i + down + 4 + c]! - colours[i + down + c]!) * tx;
    out[c] = upper + (lower - upper) * ty;
  }
  const upper = data[i + 3]! + (data[i + 7]! - data[i + 3]!) * tx;
  const lower = data[i + down + 3]! + (data[i + down + 7]! - data[i + down + 3]!) * tx;
  const beyond = Math.max(0, -x, -y, x - width + 1, y - height + 1);
  out[3] = ((upper + (lower - upper) * ty) / 255) * Math.max(0, 1 - beyond);
}

/** Beyond the photo's border the cloth goes on as its mirror image. */
function mirrored(value: number, size: number): number {
  const inside = value < 0 ? -value : value > size - 1.001 ? 2 * (size - 1.001) - value : value;
  return clamp(inside, 0, size - 1.001);
}
