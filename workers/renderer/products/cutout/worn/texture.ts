import { floats } from '../../../pixels/arrays.ts';
import { blurInto, boxBlur } from '../../../pixels/box-blur.ts';
import { clamp } from '../../../pixels/clamp.ts';
import type { Matte } from '../matte.ts';

/** Outer edges of every row of the extended image, as they would be without occlusion. */
export interface Hull {
  left: Float32Array;
  right: Float32Array;
  middle: number;
  /** The row from which on no cloth is missing, per side. */
  whole: [number, number];
}

export interface Texture {
  /** The pixel whose texture a pixel takes, or −1. */
  from(x: number, y: number): number;
  /** A channel's difference from the smooth color at that pixel. */
  at(from: number, channel: number): number;
}

/** The fine texture of the upper legs, mirrored back and forth. */
export function getTexture(
  { rgba, width, height }: Pick<Matte, 'rgba' | 'width' | 'height'>,
  unknown: Uint8Array,
  hull: Hull,
): Texture {
  const first = Math.min(...hull.whole);
  const last = Math.min(height, Math.max(...hull.whole) + Math.round(width * 0.4));
  const start = first * width;
  const n = (last - first) * width;
  const radius = Math.max(2, Math.round(width * 0.009));
  const channels = [0, 1, 2].map((c) => {
    const plane = new Float32Array(n);
    for (let i = 0; i < n; i++) plane[i] = rgba[(start + i) * 4 + c]!;
    const soft = boxBlur(plane, width, last - first, radius);
    for (let i = 0; i < n; i++) plane[i]! -= soft[i]!;
    return withoutSeams(plane, width, radius);
  });
  const isCloth = (i: number): boolean => !unknown[i] && rgba[i * 4 + 3]! >= 250;
  return {
    from(x, y) {
      const i = mirrored(x, y, hull, width, last);
      return i >= 0 && isCloth(i) ? i - start : -1;
    },
    at: (from, channel) => channels[channel]!(from),
  };
}

/** Damps seams, folds and stitches: they are stronger than the texture, and mirrored they would form a pattern. */
function withoutSeams(plane: Float32Array, width: number, radius: number): (i: number) => number {
  const strength = plane.map(Math.abs);
  blurInto(strength, strength, width, plane.length / width, radius);
  const some = floats(Math.ceil(strength.length / 7), (i) => strength[i * 7]!).sort();
  const none = some.findIndex((value) => value > 0);
  const typical = none < 0 ? 0 : some[none + ((some.length - none) >> 1)]!;
  return (i) => {
    const over = Math.max(1e-3, strength[i]!) / typical;
    const even = over <= 1 ? plane[i]! : plane[i]! * over ** -1.5;
    return clamp(even, -2.5 * typical, 2.5 * typical);
  };
}

/** The pixel whose texture is taken, mirrored over the rows below the last missing one, or −1. */
function mirrored(x: number, y: number, hull: Hull, width: number, last: number): number {
  const side = x < hull.middle ? 0 : 1;
  const first = hull.whole[side] + Math.round(width * 0.05);
  const row = first + backAndForth(Math.abs(first - y), Math.max(8, Math.round(width * 0.3)));
  if (row >= last) return -1;
  const edge = side === 0 ? hull.left : hull.right;
  // The leg below is narrower than half the hips.
  const depth = width * 0.06 + backAndForth(Math.abs(x - edge[y]!), Math.max(8, width * 0.22));
  const column = Math.round(edge[row]! + (side === 0 ? depth : -depth));
  return column >= 0 && column < width ? row * width + column : -1;
}

const backAndForth = (far: number, span: number): number => {
  const at = Math.round(far) % (2 * Math.round(span));
  return at < span ? at : 2 * Math.round(span) - at;
};
