import { clamp } from './clamp.ts';

/** An image as three CIE L*a*b* planes (D65): `l` 0 to 100, `a` and `b` about −110 to 110. */
export interface LabImage {
  width: number;
  height: number;
  l: Float32Array;
  a: Float32Array;
  b: Float32Array;
}

export type Lab = readonly [number, number, number];

/** sRGB byte → linear light 0–1. */
export const getLinear = Float32Array.from({ length: 256 }, (_, byte) => {
  const value = byte / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
});

// 4096 steps keep the error below 0.1 L even in the darkest tones, and avoid three cube roots a pixel.
const steps = 4096;
const curveTable = Float32Array.from({ length: steps + 2 }, (_, i) => {
  const t = i / steps;
  return t > 216 / 24389 ? Math.cbrt(t) : (t * (24389 / 27) + 16) / 116;
});

/** CIE's f: the cube root, linear near black. */
function curve(t: number): number {
  const at = t * steps;
  const i = at | 0;
  if (i >= steps) return 1;
  const low = curveTable[i]!;
  return low + (curveTable[i + 1]! - low) * (at - i);
}

// Rows of the sRGB to XYZ matrix, each divided by its share of the white point.
const getX = (r: number, g: number, b: number): number => 0.433953 * r + 0.376219 * g + 0.189828 * b;
const getY = (r: number, g: number, b: number): number => 0.212671 * r + 0.71516 * g + 0.072169 * b;
const getZ = (r: number, g: number, b: number): number => 0.017758 * r + 0.109477 * g + 0.872766 * b;

/** One sRGB color (bytes) as Lab. */
export function getLab(red: number, green: number, blue: number): Lab {
  const r = getLinear[clamp(Math.round(red), 0, 255)]!;
  const g = getLinear[clamp(Math.round(green), 0, 255)]!;
  const b = getLinear[clamp(Math.round(blue), 0, 255)]!;
  const [x, y, z] = [curve(getX(r, g, b)), curve(getY(r, g, b)), curve(getZ(r, g, b))];
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** Lab planes of interleaved sRGB bytes, 3 or 4 channels a pixel. */
export function toLab(pixels: Uint8Array, width: number, height: number, channels: 3 | 4): LabImage {
  const n = width * height;
  const image = { width, height, l: new Float32Array(n), a: new Float32Array(n), b: new Float32Array(n) };
  for (let i = 0, p = 0; i < n; i++, p += channels) {
    const r = getLinear[pixels[p]!]!;
    const g = getLinear[pixels[p + 1]!]!;
    const b = getLinear[pixels[p + 2]!]!;
    const x = curve(getX(r, g, b));
    const y = curve(getY(r, g, b));
    const z = curve(getZ(r, g, b));
    image.l[i] = 116 * y - 16;
    image.a[i] = 500 * (x - y);
    image.b[i] = 200 * (y - z);
  }
  return image;
}

/** CIE76 color difference of two pixels of the same planes. `Math.hypot` would take ten times as long. */
export function deltaE({ l, a, b }: LabImage, i: number, j: number): number {
  const [dl, da, db] = [l[i]! - l[j]!, a[i]! - a[j]!, b[i]! - b[j]!];
  return Math.sqrt(dl * dl + da * da + db * db);
}
