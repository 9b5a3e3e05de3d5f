import { fillOut } from '../../person/fill-out.ts';
import { clamp } from '../segment.ts';

/** Straight RGBA. */
interface Picture {
  rgba: Buffer;
  width: number;
  height: number;
}

/** Colours that are carried on are smooth: an eighth of the size tells them all, at a fiftieth of the time. */
const coarser = 8;

/**
 * The cloth's colours carried on smoothly into where `unknown` says 1 and where nothing is: a function of place and
 * channel, bytes.
 */
export function carriedOn(
  { rgba, width, height }: Picture,
  unknown: Uint8Array,
): (x: number, y: number, c: number) => number {
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
  const colours = fillOut({ data, width: w, height: h });
  return (x, y, c) => {
    const u = clamp((x + 0.5) / coarser - 0.5, 0, w - 1.001);
    const v = clamp((y + 0.5) / coarser - 0.5, 0, h - 1.001);
    const [x0, y0] = [Math.floor(u), Math.floor(v)];
    const at = (dx: number, dy: number) =>
      colours[(Math.min(h - 1, y0 + dy) * w + Math.min(w - 1, x0 + dx)) * 4 + c]!;
    const upper = at(0, 0) + (at(1, 0) - at(0, 0)) * (u - x0);
    return upper + (at(0, 1) + (at(1, 1) - at(0, 1)) * (u - x0) - upper) * (v - y0);
  };
}
