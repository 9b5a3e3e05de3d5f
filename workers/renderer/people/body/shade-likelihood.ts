import { logLikelihood, type Mixture } from '../../pixels/mixture.ts';

/**
 * Light reduced to a share s scales L* + 16, a* and b* by s^(1/3) (CIE 1976): the steps try the color with the
 * shadow, or the highlight, removed. Their costs keep black hair from matching white cloth in shade.
 */
const steps = [
  { scale: 1.12, cost: 0.6 },
  { scale: 1.28, cost: 1.6 },
  { scale: 1.5, cost: 3 },
  { scale: 1.8, cost: 5 },
  { scale: 0.9, cost: 0.6 },
  { scale: 0.82, cost: 1.8 },
];
/** Log likelihood from which no step can improve the result. */
const likelyEnough = -9;

/** Log likelihood of a Lab color under the mixture, in shade or in sun. */
export function shadedLikelihood(colors: Mixture, l: number, a: number, b: number): number {
  let best = logLikelihood(colors, l, a, b);
  if (best > likelyEnough) return best;
  for (const { scale, cost } of steps) {
    const lightness = (l + 16) * scale - 16;
    if (lightness > 102) continue;
    best = Math.max(best, logLikelihood(colors, lightness, a * scale, b * scale) - cost);
  }
  return best;
}
