import { clamp } from '../pixels/clamp.ts';
import { getLinear, type LabImage } from '../pixels/lab.ts';
import type { Pixels } from '../pixels/pixels.ts';

/** The light of a scene, estimated from one image. */
export interface SceneLight {
  /** Direction of the light: −1 left … 1 right. */
  side: number;
  /** Linear gains that turn neutral into the scene's neutral; mean 1. */
  white: readonly [number, number, number];
  /** Linear level of the scene's darkest parts (haze, matte prints). */
  black: number;
  /** Mean L of the whole scene, 0–100. */
  brightness: number;
  /** Noise sigma in 8-bit steps, 0–4. */
  grain: number;
  /** 0 soft … 1 crisp: strength of the strongest pixel steps at output size. */
  sharpness: number;
}

/** Measures light on the small planes, grain and sharpness on the full-size scene (RGB). */
export function measureLight(scene: Pixels, planes: LabImage): SceneLight {
  const colors = sampleColors(scene);
  const linear = colors.map(([r, g, b]) => (getLinear[r]! + getLinear[g]! + getLinear[b]!) / 3);
  return {
    side: lightSide(planes),
    white: whiteBalance(colors),
    black: linear.sort((p, q) => p - q)[Math.floor((linear.length - 1) * 0.01)] ?? 0,
    brightness: mean(planes.l),
    ...getDetail(scene),
  };
}

const mean = (values: Float32Array): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Compares the smooth upper two thirds left and right: windows and lit walls are brighter on their side. */
function lightSide({ width, height, l }: LabImage): number {
  let left = 0;
  let right = 0;
  const rows = Math.floor(height * 0.66);
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < width >> 1; x++) {
      left += l[y * width + x]!;
      right += l[y * width + width - 1 - x]!;
    }
  }
  const difference = (right - left) / (rows * (width >> 1)) / 12;
  // Without evidence, assume the upper left, which viewers expect.
  return Math.abs(difference) < 0.08 ? -0.5 : clamp(difference, -1, 1);
}

/** The colors of about 40,000 pixels on a grid. */
function sampleColors({ data, width, height }: Pixels): [number, number, number][] {
  const step = Math.max(1, Math.floor(Math.sqrt((width * height) / 40_000)));
  const colors: [number, number, number][] = [];
  for (let y = 0; y < height; y += step) {
    for (let x = 0; x < width; x += step) {
      const i = (y * width + x) * 3;
      colors.push([data[i]!, data[i + 1]!, data[i + 2]!]);
    }
  }
  return colors;
}

/**
 * The color of the bright, weakly colored pixels (walls, ceilings, cloth) is the color of the light. Strongly
 * colored ones are left out, or a teal wall would turn every product teal; the result is limited to ±12 %.
 */
function whiteBalance(colors: [number, number, number][]): readonly [number, number, number] {
  const sum = [0, 0, 0];
  let count = 0;
  for (const color of colors) {
    const high = Math.max(...color);
    if (high < 110 || high > 250 || high - Math.min(...color) > high * 0.28) continue;
    for (let c = 0; c < 3; c++) sum[c]! += getLinear[color[c]!]!;
    count++;
  }
  if (count < 1500) return [1, 1, 1];
  const average = (sum[0]! + sum[1]! + sum[2]!) / 3;
  const gain = (c: number): number => clamp(sum[c]! / average, 0.88, 1.12);
  return [gain(0), gain(1), gain(2)];
}

/**
 * Grain: median absolute second difference of flat 8 × 8 areas (the quietest third). Sharpness: how much of the
 * strongest two-pixel steps happens within one pixel; 0.5 is a ramp, 1 a hard edge.
 */
function getDetail(scene: Pixels): { grain: number; sharpness: number } {
  const { data, width, height } = scene;
  const step = Math.max(2, Math.floor(Math.sqrt((width * height) / 120_000)));
  const noise = new Uint16Array(Math.ceil(width / step) * Math.ceil(height / step));
  let count = 0;
  const steps: { wide: number; narrow: number }[] = [];
  for (let y = 2; y < height - 2; y += step) {
    for (let x = 2; x < width - 2; x += step) {
      const i = (y * width + x) * 3 + 1;
      const [before, here, after] = [data[i - 3]!, data[i]!, data[i + 3]!];
      noise[count++] = Math.abs(2 * here - before - after);
      const wide = Math.abs(data[i + 6]! - before);
      if (wide > 30) steps.push({ wide, narrow: Math.abs(after - here) });
    }
  }
  const sorted = noise.subarray(0, count).sort();
  steps.sort((p, q) => q.wide - p.wide);
  const top = steps.slice(0, Math.max(40, Math.floor(steps.length * 0.1)));
  const sharpness = top.length < 40 ? 0.7 : top.reduce((sum, s) => sum + s.narrow / s.wide, 0) / top.length;
  // sqrt(6) is the gain of the second difference, 0.6745 that of the median; the quietest third has less noise.
  const grain = (sorted[Math.floor(count * 0.33)] ?? 0) / 2.449 / 0.43;
  return { grain: clamp(grain, 0, 4), sharpness: clamp(sharpness, 0, 1) };
}
