import { clamp } from '../../../pixels/clamp.ts';
import { fillOut } from '../../../pixels/fill-out.ts';

/** Straight RGBA. */
interface Picture {
  rgba: Buffer;
  width: number;
  height: number;
}

/** Continued colors are smooth: an eighth of the size is enough, at a fiftieth of the time. */
const coarser = 8;

/** Writes red, green and blue (0 to 255, not rounded) of a pixel into `out`. */
export type ContinuedColors = (x: number, y: number, out: Float32Array) => void;

/** The cloth's colors, continued smoothly where `unknown` is 1 and where the image is transparent. */
export function continuedColors({ rgba, width, height }: Picture, unknown: Uint8Array): ContinuedColors {
  const [w, h] = [Math.ceil(width / coarser), Math.ceil(height / coarser)];
  const sum = new Float32Array(w * h * 4);
  for (let i = 0; i < unknown.length; i++) {
    if (unknown[i] || rgba[i * 4 + 3]! < 250) continue;
    const to = (Math.floor(i / width / coarser) * w + Math.floor((i % width) / coarser)) * 4;
    for (let c = 0; c < 3; c++) sum[to + c]! += rgba[i * 4 + c]!;
    sum[to + 3]!++;
  }
  const data = new Uint8Array(w * h * 4);
  for (let i = 0; i < w * h; i++) {
    const weight = sum[i * 4 + 3]!;
    if (weight < (coarser * coarser) / 4) continue;
    for (let c = 0; c < 3; c++) data[i * 4 + c] = Math.round(sum[i * 4 + c]! / weight);
    data[i * 4 + 3] = 255;
  }
  const colors = fillOut({ data, width: w, height: h });
  return (x, y, out) => {
    const u = clamp((x + 0.5) / coarser - 0.5, 0, w - 1);
    const v = clamp((y + 0.5) / coarser - 0.5, 0, h - 1);
    const [x0, y0] = [Math.floor(u), Math.floor(v)];
    const i = (y0 * w + x0) * 4;
    const right = x0 + 1 < w ? 4 : 0;
    const down = y0 + 1 < h ? w * 4 : 0;
    for (let c = 0; c < 3; c++) {
      const upper = colors[i + c]! + (colors[i + right + c]! - colors[i + c]!) * (u - x0);
      const low = colors[i + down + c]!;
      const lower = low + (colors[i + down + right + c]! - low) * (u - x0);
      out[c] = upper + (lower - upper) * (v - y0);
    }
  };
}
