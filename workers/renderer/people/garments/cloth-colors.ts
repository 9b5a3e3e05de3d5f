import type { Mixture } from '../../pixels/mixture.ts';

/**
 * Removes colors of few pixels beside a clearly dominant one: straps, lanyards or hair in front of the chest.
 * Checked and striped cloth has no dominant color and keeps all.
 */
export function withoutStraps(colors: Mixture | undefined): Mixture | undefined {
  if (!colors) return undefined;
  const main = colors.share.indexOf(Math.max(...colors.share)) * 3;
  const similar = Array.from(colors.share, (_, k) => {
    const [l, a, b] = [0, 1, 2].map((c) => colors.mean[k * 3 + c]! - colors.mean[main + c]!);
    return Math.hypot(l! * 0.6, a!, b!) < 24;
  });
  const dominant = colors.share.reduce((sum, share, k) => sum + (similar[k] ? share : 0), 0);
  if (dominant < 0.72) return colors;
  return { ...colors, logWeight: colors.logWeight.map((weight, k) => (similar[k] ? weight : -1e9)) };
}

/**
 * Removes colors of the top from those of the trousers, as hip joints are below many hems, unless hardly any
 * others were found (dresses, one color from head to foot).
 */
export function withoutTop(colors: Mixture | undefined, top: Mixture | undefined): Mixture | undefined {
  if (!colors || !top) return colors;
  const similar = Array.from(colors.share, (_, k) =>
    Array.from(top.share).some((share, m) => {
      const [l, a, b] = [0, 1, 2].map((c) => colors.mean[k * 3 + c]! - top.mean[m * 3 + c]!);
      return share > 0.12 && Math.hypot(l! * 0.8, a!, b!) < 17;
    }),
  );
  const shared = colors.share.reduce((sum, share, k) => sum + (similar[k] ? share : 0), 0);
  if (shared > 0.7) return colors;
  return { ...colors, logWeight: colors.logWeight.map((weight, k) => (similar[k] ? -1e9 : weight)) };
}

/** Minimum share of a color that belongs to the cloth itself rather than to something in front of it. */
const main = 0.35;
/** Maximum share of the chest hidden by hair. */
const maxHidden = 0.6;

/**
 * Assigns each color to the class where it is the main one. A hood, a collar or a sleeve where the joints predict
 * head or hand adds the cloth's colors to the rest, and braids in front of the chest add hair to the cloth.
 */
export function separateColors(
  cloth: Mixture | undefined,
  rest: Mixture | undefined,
): { cloth: Mixture | undefined; rest: Mixture | undefined } {
  if (!cloth || !rest) return { cloth, rest };
  const similar = (k: number, m: number): boolean => {
    const [l, a, b] = [0, 1, 2].map((c) => rest.mean[k * 3 + c]! - cloth.mean[m * 3 + c]!);
    return Math.hypot(l! * 0.5, a!, b!) < 9;
  };
  const inCloth = Array.from(
    cloth.share,
    (share, m) => share < main && Array.from(rest.share).some((other, k) => other >= main && similar(k, m)),
  );
  // Most of the chest's area is cloth: if most of it matches, the hand was detected in the wrong place.
  const mistaken = cloth.share.reduce((sum, share, m) => sum + (inCloth[m] ? share : 0), 0) > maxHidden;
  const inRest = Array.from(
    rest.share,
    (share, k) =>
      (mistaken || share < main) && Array.from(cloth.share).some((other, m) => other > 0.12 && similar(k, m)),
  );
  return { cloth: mistaken ? cloth : withoutColors(cloth, inCloth), rest: withoutColors(rest, inRest) };
}

const withoutColors = (colors: Mixture, out: boolean[]): Mixture => ({
  ...colors,
  logWeight: colors.logWeight.map((weight, k) => (out[k] ? -1e9 : weight)),
});
