import { clamp } from './clamp.ts';

/** A picture as three CIE L*a*b* planes (D65): `l` 0 to 100, `a` and `b` about −110 to 110. */
export interface LabImage {
  width: number;
  height: number;
  l: Float32Array;
  a: Float32Array;
  b: Float32Array;
}

export type Lab = readonly [number, number, number];

/** sRGB byte → linear light 0–1. */
export const linearOf = Float32Array.from({ length: 256 }, (_, byte) => {
  const value = byte / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
});

const curve = (t: number): number => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);

/** One sRGB colour (bytes) as Lab. */
export function labOf(red: number, green: number, blue: number): Lab {
  const r = linearOf[clamp(Math.round(red), 0, 255)]!;
  const g = linearOf[clamp(Math.round(green), 0, 255)]!;
  const b = linearOf[clamp(Math.round(blue), 0, 255)]!;
  const x = curve((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047);
  const y = curve(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = curve((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** Lab planes of RGB bytes, three a pixel. */
export function labPlanes(rgb: Uint8Array, width: number, height: number): LabImage {
  const size = width * height;
  const planes = {
    width,
    height,
    l: new Float32Array(size),
    a: new Float32Array(size),
    b: new Float32Array(size),
  };
  for (let i = 0; i < size; i++) {
    const lab = labOf(rgb[i * 3]!, rgb[i * 3 + 1]!, rgb[i * 3 + 2]!);
    planes.l[i] = lab[0];
    planes.a[i] = lab[1];
    planes.b[i] = lab[2];
  }
  return planes;
}

/** CIE76 colour difference of two pixels of the same planes. `Math.hypot` would take ten times as long. */
export function deltaE({ l, a, b }: LabImage, i: number, j: number): number {
  const [dl, da, db] = [l[i]! - l[j]!, a[i]! - a[j]!, b[i]! - b[j]!];
  return Math.sqrt(dl * dl + da * da + db * db);
}
