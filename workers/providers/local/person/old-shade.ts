import { softBlur } from '../blur.ts';
import type { Plane } from '../plane.ts';
import { clamp } from '../types.ts';
import type { Frame } from './body.ts';
import type { OldClothes } from './old-clothes.ts';
import type { Person } from './read-person.ts';

/** Folds and fall of light of the old cloth as a factor around 1, at mask size; prints and stripes are no shade. */
export function oldShade(person: Person, frame: Frame, old: OldClothes): Plane {
  const { width, height } = person.mask;
  const { data } = person.small;
  const weight = old.plane.data;
  const light = weight.map(
    (share, i) => (0.299 * data[i * 3]! + 0.587 * data[i * 3 + 1]! + 0.114 * data[i * 3 + 2]!) * share,
  );
  const unit = frame.unit * person.scale;
  const blurred = (values: Float32Array, radius: number): Float32Array =>
    softBlur({ data: values, width, height }, Math.max(1, radius)).data;
  const near = { light: blurred(light, unit * 0.02), weight: blurred(weight, unit * 0.02) };
  const far = { light: blurred(light, unit * 0.4), weight: blurred(weight, unit * 0.4) };
  const strength = plainness(data, weight);
  const shade = weight.map((_, i) => {
    if (near.weight[i]! < 0.02 || far.weight[i]! < 0.02) return 1;
    // The constant keeps the noise of black cloth from becoming folds.
    const ratio = (near.light[i]! / near.weight[i]! + 12) / (far.light[i]! / far.weight[i]! + 12);
    return clamp(1 + (ratio - 1) * strength * 0.8, 0.62, 1.2);
  });
  return { data: shade, width, height };
}

/** The same, coming to nothing at the old cloth's edge: shorts under long trousers must not show as a step. */
export function fadedAtEdge(shade: Plane, old: OldClothes, unit: number): Plane {
  const near = softBlur(old.plane, Math.max(1, unit * 0.15)).data;
  return { ...shade, data: shade.data.map((factor, i) => 1 + (factor - 1) * clamp(near[i]! * 2 - 1, 0, 1)) };
}

/** 1 for cloth of one colour, 0 for stripes and checks, whose changes of lightness are not light. */
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
