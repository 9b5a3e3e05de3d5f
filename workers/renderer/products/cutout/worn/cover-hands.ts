import { dilate } from '../../../pixels/distance.ts';
import type { Matte } from '../matte.ts';
import { continuedColors } from './continued-colors.ts';

/** Width of the cloth beside skin that has taken on its color, analysis pixels. */
const stain = 2;

/**
 * Paints cloth over hands and arms inside the garment, with the colors around them continued. `hands` is at analysis
 * size, `width` pixels a row; the photo is `scale` times as large.
 */
export function coverHands(matte: Matte, hands: Uint8Array, width: number, scale: number): void {
  if (!hands.includes(1)) return;
  const wide = dilate(hands, width, hands.length / width, stain);
  const { rgba } = matte;
  const covered = new Uint8Array(matte.width * matte.height);
  for (let i = 0; i < covered.length; i++) {
    const x = Math.floor(((i % matte.width) + matte.left + 0.5) / scale);
    const y = Math.floor((Math.floor(i / matte.width) + matte.top + 0.5) / scale);
    covered[i] = wide[y * width + x] ?? 0;
  }
  const cloth = continuedColors(matte, covered);
  const color = new Float32Array(3);
  for (let i = 0; i < covered.length; i++) {
    if (!covered[i] || rgba[i * 4 + 3] === 0) continue;
    cloth(i % matte.width, Math.floor(i / matte.width), color);
    for (let c = 0; c < 3; c++) rgba[i * 4 + c] = Math.round(color[c]!);
  }
}
