import type { Pixels } from '../../pixels/pixels.ts';

/** Standard deviations along and across the longest axis of the visible pixels, and its direction. */
export function principalSpread({ data, width, height }: Pixels): {
  angle: number;
  along: number;
  across: number;
} {
  const step = Math.max(1, Math.floor(Math.max(width, height) / 200));
  let [n, sx, sy, sxx, sxy, syy] = [0, 0, 0, 0, 0, 0];
  for (let y = 0; y < height; y += step) {
    for (let x = 0; x < width; x += step) {
      if (data[(y * width + x) * 4 + 3]! < 128) continue;
      n++;
      sx += x;
      sy += y;
      sxx += x * x;
      sxy += x * y;
      syy += y * y;
    }
  }
  const cxx = sxx / n - (sx / n) ** 2;
  const cxy = sxy / n - (sx / n) * (sy / n);
  const cyy = syy / n - (sy / n) ** 2;
  const half = Math.hypot((cxx - cyy) / 2, cxy);
  return {
    angle: 0.5 * Math.atan2(2 * cxy, cxx - cyy),
    along: Math.sqrt(Math.max(1, (cxx + cyy) / 2 + half)),
    across: Math.sqrt(Math.max(1, (cxx + cyy) / 2 - half)),
  };
}
