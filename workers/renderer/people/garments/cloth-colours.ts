import type { Mixture } from '../../pixels/mixture.ts';

/**
 * Beside one clearly leading colour, another of few pixels is a strap, a lanyard or hair before the chest, not
 * the cloth; checked and striped cloth has no leading colour and keeps all.
 */
export function withoutStraps(colours: Mixture | undefined): Mixture | undefined {
  if (!colours) return undefined;
  const main = colours.share.indexOf(Math.max(...colours.share)) * 3;
  const like = Array.from(colours.share, (_, k) => {
    const [l, a, b] = [0, 1, 2].map((c) => colours.mean[k * 3 + c]! - colours.mean[main + c]!);
    return Math.hypot(l! * 0.6, a!, b!) < 24;
  });
  const leading = colours.share.reduce((sum, share, k) => sum + (like[k] ? share : 0), 0);
  if (leading < 0.72) return colours;
  return { ...colours, logWeight: colours.logWeight.map((weight, k) => (like[k] ? weight : -1e9)) };
}

/**
 * Hips are joints below many a hem: colours of the top do not belong to trousers, unless hardly any others were
 * seen (dresses, one colour from head to foot).
 */
export function withoutTop(colours: Mixture | undefined, top: Mixture | undefined): Mixture | undefined {
  if (!colours || !top) return colours;
  const like = Array.from(colours.share, (_, k) =>
    Array.from(top.share).some((share, m) => {
      const [l, a, b] = [0, 1, 2].map((c) => colours.mean[k * 3 + c]! - top.mean[m * 3 + c]!);
      return share > 0.12 && Math.hypot(l! * 0.8, a!, b!) < 17;
    }),
  );
  const shared = colours.share.reduce((sum, share, k) => sum + (like[k] ? share : 0), 0);
  if (shared > 0.7) return colours;
  return { ...colours, logWeight: colours.logWeight.map((weight, k) => (like[k] ? -1e9 : weight)) };
}

/** Least share to be what something is made of, not what lies on it. */
const main = 0.35;
/** Hair over the chest hides less of it than this. */
const most = 0.6;

/**
 * A hood, a collar or a sleeve seen where the joints say head or hand teaches the cloth's colours as another
 * thing's, and braids before the chest teach hair as cloth: each colour is left to where it is the main one.
 */
export function parted(
  cloth: Mixture | undefined,
  rest: Mixture | undefined,
): { cloth: Mixture | undefined; rest: Mixture | undefined } {
  if (!cloth || !rest) return { cloth, rest };
  const like = (k: number, m: number): boolean => {
    const [l, a, b] = [0, 1, 2].map((c) => rest.mean[k * 3 + c]! - cloth.mean[m * 3 + c]!);
    return Math.hypot(l! * 0.5, a!, b!) < 9;
  };
  const inCloth = Array.from(
    cloth.share,
    (share, m) => share < main && Array.from(rest.share).some((other, k) => other >= main && like(k, m)),
  );
  // Most of what covers the chest is the cloth: then a hand was taken to be where it is not.
  const mistaken = cloth.share.reduce((sum, share, m) => sum + (inCloth[m] ? share : 0), 0) > most;
  const inRest = Array.from(
    rest.share,
    (share, k) =>
      (mistaken || share < main) && Array.from(cloth.share).some((other, m) => other > 0.12 && like(k, m)),
  );
  return { cloth: mistaken ? cloth : without(cloth, inCloth), rest: without(rest, inRest) };
}

const without = (colours: Mixture, out: boolean[]): Mixture => ({
  ...colours,
  logWeight: colours.logWeight.map((weight, k) => (out[k] ? -1e9 : weight)),
});
