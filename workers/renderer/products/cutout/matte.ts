import { boxBlur } from '../../pixels/box-blur.ts';
import { clamp } from '../../pixels/clamp.ts';
import { distanceTo } from '../../pixels/distance.ts';
import { findExtent } from '../../pixels/extent.ts';
import { type Plane, sample } from '../../pixels/plane.ts';
import type { Point } from '../../pixels/points.ts';
import { getPlanes, localColor } from './local-color.ts';
import type { DecodedPhoto } from './source.ts';

/** Straight RGBA with its position in the photo. */
export interface Matte {
  rgba: Buffer;
  left: number;
  top: number;
  width: number;
  height: number;
}

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Half width of the band around the outline in which opacity is computed, in analysis pixels. */
const BAND = 1.7;
// Below 10 units of sRGB between product and background the colors are useless, above 40 they decide alone.
const CONTRAST = { none: 10, full: 40 };
const OFF_LINE = { from: 0.08, span: 0.2 };

/**
 * Full-resolution matte. Away from the outline the mask decides. In a narrow band along it, a pixel's opacity is its
 * position on the line between the local colors of background and product, and the background's share is removed from
 * its color so that no halo remains.
 */
export function getMatte(
  pixels: DecodedPhoto,
  small: Buffer,
  mask: Uint8Array,
  width: number,
  height: number,
): Matte {
  const toPlane = (data: Float32Array): Plane => ({ data, width, height });
  const depth = toPlane(signedDepth(mask, width, height));
  const colors = getPlanes(small);
  const object = localColor(colors, mask, width, height, true).map(toPlane);
  const background = localColor(colors, mask, width, height, false).map(toPlane);
  const box = boundingBox(mask, width, height, pixels);
  const rgba = Buffer.alloc(box.width * box.height * 4);
  const scale = width / pixels.width;
  for (let y = 0; y < box.height; y++) {
    for (let x = 0; x < box.width; x++) {
      const at = { x: (box.left + x + 0.5) * scale - 0.5, y: (box.top + y + 0.5) * scale - 0.5 };
      const s = sample(depth, at.x, at.y);
      if (s <= -BAND) continue;
      const from = ((box.top + y) * pixels.width + box.left + x) * pixels.channels;
      const to = (y * box.width + x) * 4;
      if (s >= BAND) copyOpaque(pixels.data, from, rgba, to);
      else writeEdge(pixels.data, from, rgba, to, s, at, { object, background, scale: 1 / scale });
    }
  }
  return { rgba, ...box };
}

/** Local colors, and full-resolution pixels per analysis pixel. */
interface Around {
  object: Plane[];
  background: Plane[];
  scale: number;
}

function copyOpaque(data: Buffer, from: number, rgba: Buffer, to: number): void {
  rgba[to] = data[from]!;
  rgba[to + 1] = data[from + 1]!;
  rgba[to + 2] = data[from + 2]!;
  rgba[to + 3] = 255;
}

function writeEdge(
  data: Buffer,
  from: number,
  rgba: Buffer,
  to: number,
  s: number,
  at: Point,
  { object, background, scale }: Around,
): void {
  const read = (plane: Plane): number => sample(plane, at.x, at.y);
  const [fr, fg, fb] = object.map(read) as [number, number, number];
  const [br, bg, bb] = background.map(read) as [number, number, number];
  const cr = data[from]! - br;
  const cg = data[from + 1]! - bg;
  const cb = data[from + 2]! - bb;
  const contrast = Math.sqrt((fr - br) ** 2 + (fg - bg) ** 2 + (fb - bb) ** 2) + 1e-6;
  const along = (cr * (fr - br) + cg * (fg - bg) + cb * (fb - bb)) / (contrast * contrast);
  const square = cr * cr + cg * cg + cb * cb;
  // A product pixel may have another color: one off the line is not a mix of the two, so inside the mask any distance
  // from the background counts. For colors on the line that would only thicken the edge.
  const off = clamp((1 - (along * contrast) ** 2 / (square + 1) - OFF_LINE.from) / OFF_LINE.span, 0, 1);
  const away = s > -0.3 ? off * clamp((Math.sqrt(square) / contrast - 0.35) / 0.5, 0, 1) : 0;
  const byColor = clamp((Math.max(along, away) - 0.07) / 0.86, 0, 1);
  const byShape = clamp(0.5 + s * Math.min(1.5, scale / 1.6), 0, 1);
  const trust = clamp((contrast - CONTRAST.none) / (CONTRAST.full - CONTRAST.none), 0, 1);
  let alpha = trust * byColor + (1 - trust) * byShape;
  alpha = Math.min(alpha, clamp((s + BAND) / 0.9, 0, 1));
  alpha = Math.max(alpha, clamp((s - BAND + 0.9) / 0.9, 0, 1));
  if (alpha <= 0.02) return;
  // Dividing by a small alpha amplifies noise: the product's local color is used there.
  const keep = clamp((alpha - 0.1) / 0.5, 0, 1);
  rgba[to] = clamp(keep * (br + cr / alpha) + (1 - keep) * fr, 0, 255) + 0.5;
  rgba[to + 1] = clamp(keep * (bg + cg / alpha) + (1 - keep) * fg, 0, 255) + 0.5;
  rgba[to + 2] = clamp(keep * (bb + cb / alpha) + (1 - keep) * fb, 0, 255) + 0.5;
  rgba[to + 3] = alpha * 255 + 0.5;
}

/** Depth inside the outline in analysis pixels, negative outside, smoothed against pixel steps. */
function signedDepth(mask: Uint8Array, width: number, height: number): Float32Array {
  const toOutside = distanceTo(
    mask.map((value) => (value ? 0 : 1)),
    width,
    height,
  );
  const toInside = distanceTo(mask, width, height);
  const depth = toOutside.map((d, i) => (mask[i] ? Math.min(d, 6) - 0.5 : 0.5 - Math.min(toInside[i]!, 6)));
  return boxBlur(depth, width, height, 1);
}

function boundingBox(mask: Uint8Array, width: number, height: number, pixels: DecodedPhoto): Box {
  const { x, y, ...extent } = findExtent({ width, height }, (i) => mask[i] === 1) ?? {
    x: 0,
    y: 0,
    width: 1,
    height: 1,
  };
  const [fx, fy] = [pixels.width / width, pixels.height / height];
  const left = Math.max(0, Math.floor((x - 2) * fx));
  const top = Math.max(0, Math.floor((y - 2) * fy));
  const right = Math.min(pixels.width, Math.ceil((x + extent.width + 2) * fx));
  const bottom = Math.min(pixels.height, Math.ceil((y + extent.height + 2) * fy));
  return { left, top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) };
}
