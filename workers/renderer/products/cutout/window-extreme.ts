/** Maximum (`sign` 1) or minimum (−1) in the (2·radius+1)² window around each pixel. */
export function windowExtreme(
  plane: Float32Array,
  width: number,
  height: number,
  radius: number,
  sign: 1 | -1,
): Float32Array {
  const across = new Float32Array(plane.length);
  for (let i = 0; i < plane.length; i++) {
    const x = i % width;
    across[i] = extreme(plane, i, 1, Math.min(radius, x), Math.min(radius, width - 1 - x), sign);
  }
  const out = new Float32Array(plane.length);
  for (let i = 0; i < plane.length; i++) {
    const y = (i / width) | 0;
    out[i] = extreme(across, i, width, Math.min(radius, y), Math.min(radius, height - 1 - y), sign);
  }
  return out;
}

function extreme(p: Float32Array, i: number, step: number, before: number, after: number, sign: 1 | -1) {
  let best = p[i]!;
  for (let j = i - before * step; j <= i + after * step; j += step) {
    if ((p[j]! - best) * sign > 0) best = p[j]!;
  }
  return best;
}
