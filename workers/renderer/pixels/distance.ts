/** Chamfer distance (pixels, 3-4 metric) of every pixel to the nearest pixel where `mask` is non-zero. */
export function distanceTo(mask: Uint8Array, width: number, height: number): Float32Array {
  // A ring of distant pixels makes bounds checks unnecessary: ten of these run per cut, in 2 instead of 23 ms each.
  const stride = width + 2;
  const d = new Int32Array(stride * (height + 2)).fill(3 * (width + height));
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0, p = (y + 1) * stride + 1; x < width; x++, i++, p++) if (mask[i]) d[p] = 0;
  }
  for (let y = 1; y <= height; y++) sweepRow(d, stride, y * stride + 1, y * stride + width + 1, 1);
  for (let y = height; y >= 1; y--) sweepRow(d, stride, y * stride + width, y * stride, -1);
  const out = new Float32Array(width * height);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0, p = (y + 1) * stride + 1; x < width; x++, i++, p++) out[i] = d[p]! / 3;
  }
  return out;
}

/** One pass along a padded row: takes the shortest distance of the four neighbours already visited. */
function sweepRow(d: Int32Array, stride: number, from: number, to: number, step: 1 | -1): void {
  const back = -step;
  const up = -step * stride;
  for (let i = from; i !== to; i += step) {
    let best = d[i]!;
    if (best === 0) continue;
    if (d[i + back]! + 3 < best) best = d[i + back]! + 3;
    if (d[i + up]! + 3 < best) best = d[i + up]! + 3;
    if (d[i + up - 1]! + 4 < best) best = d[i + up - 1]! + 4;
    if (d[i + up + 1]! + 4 < best) best = d[i + up + 1]! + 4;
    d[i] = best;
  }
}

/** The pixels more than `radius` inside the mask; the image border does not erode. */
export function erode(mask: Uint8Array, width: number, height: number, radius: number): Uint8Array {
  const outside = mask.map((value) => (value ? 0 : 1));
  const d = distanceTo(outside, width, height);
  return mask.map((value, i) => (value && d[i]! > radius ? 1 : 0));
}

/** The pixels within `radius` of the mask. */
export function dilate(mask: Uint8Array, width: number, height: number, radius: number): Uint8Array {
  const d = distanceTo(mask, width, height);
  return mask.map((_, i) => (d[i]! <= radius ? 1 : 0));
}
