import { type Row, toRows } from '../../../people/garments/outline-rows.ts';
import { resizedCutout } from '../../../pixels/resize-cutout.ts';
import type { Matte } from '../matte.ts';

/** Inside leg relative to the rise of trousers, and the share of the rise above which nothing is added. */
const typical = { insideLeg: 2.75, riseSeen: 0.8 };

/**
 * Trousers are often photographed without their waist, cut off by the photo or under a shirt. Stretches the cloth above
 * the crotch to the usual rise. Returns undefined when no crotch is visible.
 */
export async function completeTrousers(matte: Matte): Promise<Matte | undefined> {
  const { rgba, width, height } = matte;
  const rows = toRows({ data: rgba, width, height });
  const cuff = rows.findLastIndex(({ runs }) => runs.length > 0);
  const widest = Math.max(...rows.map(({ left, right }) => right - left));
  const apart = ({ runs: [a, b] }: Row): boolean =>
    a !== undefined && b !== undefined && b.right - b.left > widest * 0.1;
  let crotch = Math.round(cuff * 0.6);
  if (!apart(rows[crotch]!)) return undefined;
  while (crotch > 0 && apart(rows[crotch]!)) crotch--;
  const top = rows.findIndex(({ left, right }) => right - left > widest * 0.4);
  if (crotch <= top || top < 0) return undefined;
  const rise = Math.round((cuff - crotch) / typical.insideLeg);
  const seen = crotch - top;
  if (seen >= typical.riseSeen * rise || seen < 8) return matte;
  const strip = rgba.subarray(top * width * 4, crotch * width * 4);
  const upper = await resizedCutout({ data: strip, width, height: seen }, 1, rise / seen);
  return {
    ...matte,
    rgba: Buffer.concat([upper.data, rgba.subarray(crotch * width * 4)]),
    height: rise + height - crotch,
    top: matte.top + crotch - rise,
  };
}
