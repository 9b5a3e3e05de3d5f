import type { Mixture } from '../../pixels/mixture.ts';

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
