import type { LabImage } from './lab.ts';

const LINEAR = Float32Array.from({ length: 256 }, (_, value) => {
  const c = value / 255;
  return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
});

// 4096 steps keep the error under 0.1 L even in the darkest tones, and spare three cube roots a pixel.
const STEPS = 4096;
const CUBE_ROOT = Float32Array.from({ length: STEPS + 2 }, (_, i) => {
  const t = i / STEPS;
  return t > 216 / 24389 ? Math.cbrt(t) : (t * (24389 / 27) + 16) / 116;
});

function cubeRoot(t: number): number {
  const at = t * STEPS;
  const i = at | 0;
  if (i >= STEPS) return 1;
  const low = CUBE_ROOT[i]!;
  return low + (CUBE_ROOT[i + 1]! - low) * (at - i);
}

/** Turns interleaved sRGB bytes (3 or 4 channels a pixel) into Lab planes. */
export function toLab(pixels: Uint8Array, width: number, height: number, channels: 3 | 4): LabImage {
  const n = width * height;
  const image = { width, height, l: new Float32Array(n), a: new Float32Array(n), b: new Float32Array(n) };
  for (let i = 0, p = 0; i < n; i++, p += channels) {
    const r = LINEAR[pixels[p]!]!;
    const g = LINEAR[pixels[p + 1]!]!;
    const b = LINEAR[pixels[p + 2]!]!;
    const x = cubeRoot(0.433953 * r + 0.376219 * g + 0.189828 * b);
    const y = cubeRoot(0.212671 * r + 0.71516 * g + 0.072169 * b);
    const z = cubeRoot(0.017758 * r + 0.109477 * g + 0.872766 * b);
    image.l[i] = 116 * y - 16;
    image.a[i] = 500 * (x - y);
    image.b[i] = 200 * (y - z);
  }
  return image;
}
