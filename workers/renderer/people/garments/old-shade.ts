import { softBlur } from '../../pixels/blur.ts';
import { clamp } from '../../pixels/clamp.ts';
import type { Plane } from '../../pixels/plane.ts';
import type { Frame } from '../body/body.ts';
import type { Person } from '../body/read-person.ts';
import type { OldClothes } from './old-clothes.ts';

/** Folds and lighting of the old cloth as a factor around 1, at mask size, without prints and stripes. */
export function oldShade(person: Person, frame: Frame, old: OldClothes): Plane {
  const { width, height } = person.mask;
  const { data } = person.small;
  const brightness = getBrightness(data);
  const weight = withoutPrints(old.plane.data, brightness);
  const light = weight.map((share, i) => brightness[i]! * share);
  const unit = frame.unit * person.scale;
  const blurred = (values: Float32Array, radius: number): Float32Array =>
    softBlur({ data: values, width, height }, Math.max(1, radius)).data;
  const near = { light: blurred(light, unit * 0.02), weight: blurred(weight, unit * 0.02) };
  const far = {
    light: wideBlur(light, width, height, unit * 0.4),
    weight: wideBlur(weight, width, height, unit * 0.4),
  };
  const strength = plainness(data, weight);
  const shade = weight.map((_, i) => {
    const k = far.weight.at(i);
    if (near.weight[i]! < 0.02 || far.weight.data[k]! < 0.02) return 1;
    // The constant keeps the noise of black cloth from being amplified.
    const ratio = (near.light[i]! / near.weight[i]! + 12) / (far.light.data[k]! / far.weight.data[k]! + 12);
    // Reduces the effect where there is little cloth between the lines of a print.
    const coverage = clamp(near.weight[i]! / 0.35, 0, 1);
    return clamp(1 + (ratio - 1) * strength * coverage * 0.8, 0.62, 1.2);
  });
  return { data: shade, width, height };
}

/** A wide blur at a quarter of the size; `at` maps a pixel to its index there. */
function wideBlur(
  values: Float32Array,
  width: number,
  height: number,
  radius: number,
): { data: Float32Array; at: (i: number) => number } {
  const [w, h] = [Math.ceil(width / 4), Math.ceil(height / 4)];
  const at = (i: number): number => (Math.floor(i / width) >> 2) * w + ((i % width) >> 2);
  const small = new Float32Array(w * h);
  for (let i = 0; i < values.length; i++) small[at(i)]! += values[i]! / 16;
  return { data: softBlur({ data: small, width: w, height: h }, Math.max(1, radius / 4)).data, at };
}

function getBrightness(rgb: Uint8Array): Float32Array {
  const brightness = new Float32Array(rgb.length / 3);
  for (let i = 0; i < brightness.length; i++) {
    brightness[i] = 0.299 * rgb[i * 3]! + 0.587 * rgb[i * 3 + 1]! + 0.114 * rgb[i * 3 + 2]!;
  }
  return brightness;
}

/** Limits of brightness relative to the median: darker or lighter than cloth of one color in folds and sun. */
const print = { below: 0.5, above: 1.7 };

/** The cloth without prints: a black print on a white shirt is not a shadow. */
function withoutPrints(cloth: Float32Array, brightness: Float32Array): Float32Array {
  const middle = medianBrightness(brightness, cloth);
  return cloth.map((share, i) => {
    const ratio = (brightness[i]! + 12) / (middle + 12);
    return ratio < print.below || ratio > print.above ? 0 : share;
  });
}

/** Median brightness of pixels that are certainly cloth. */
function medianBrightness(brightness: Float32Array, cloth: Float32Array): number {
  const counts = new Uint32Array(256);
  let seen = 0;
  for (let i = 0; i < brightness.length; i++) {
    if (cloth[i]! <= 0.6) continue;
    counts[Math.round(brightness[i]!)]!++;
    seen++;
  }
  for (let byte = 0, below = 0; byte < 256; byte++) {
    below += counts[byte]!;
    if (below * 2 >= seen) return byte;
  }
  return 0;
}

/** The shade faded to 1 at the old cloth's edge, so that shorts under long trousers leave no visible step. */
export function fadedAtEdge(shade: Plane, old: OldClothes, unit: number): Plane {
  const near = softBlur(old.plane, Math.max(1, unit * 0.15)).data;
  return { ...shade, data: shade.data.map((factor, i) => 1 + (factor - 1) * clamp(near[i]! * 2 - 1, 0, 1)) };
}

/** 1 for cloth of one color, 0 for stripes and checks, whose changes of lightness are not light. */
function plainness(rgb: Uint8Array, weight: Float32Array): number {
  let [n, p, pp, q, qq] = [0, 0, 0, 0, 0];
  for (let i = 0; i < weight.length; i++) {
    if (weight[i]! < 0.6) continue;
    const warm = rgb[i * 3]! - rgb[i * 3 + 1]!;
    const cold = rgb[i * 3 + 1]! - rgb[i * 3 + 2]!;
    n++;
    p += warm;
    pp += warm * warm;
    q += cold;
    qq += cold * cold;
  }
  if (n === 0) return 0;
  const variance = pp / n - (p / n) ** 2 + qq / n - (q / n) ** 2;
  return clamp(1.25 - Math.sqrt(Math.max(0, variance)) / 40, 0, 1);
}
