/** How the border is treated: the window is clipped (means over fewer values), or zeros are assumed beyond it. */
export type Border = 'clipped' | 'zero';

/** Mean over a (2·radius+1)² window around each value; the cost does not grow with the radius. */
export function boxBlur(
  plane: Float32Array,
  width: number,
  height: number,
  radius: number,
  border: Border = 'clipped',
): Float32Array {
  const out = new Float32Array(plane.length);
  blurInto(out, plane, width, height, radius, border);
  return out;
}

/** The same, written to an existing array, which may be the plane itself. */
export function blurInto(
  out: Float32Array,
  plane: Float32Array,
  width: number,
  height: number,
  radius: number,
  border: Border = 'clipped',
): void {
  if (between.length < plane.length) between = new Float32Array(plane.length);
  blurAcross(plane, between, width, radius, border);
  blurDown(between, out, width, height, radius, border);
}

/** Reused: an image needs dozens of blurs, and each would leave an array for V8 to collect. */
let between = new Float32Array(0);

/** Sliding sums in three stretches; the long one between the borders has no branch per value. */
function blurAcross(
  plane: Float32Array,
  out: Float32Array,
  width: number,
  radius: number,
  border: Border,
): void {
  const clipped = border === 'clipped';
  const share = 1 / (2 * radius + 1);
  for (let base = 0; base < plane.length; base += width) {
    let inside = Math.min(radius, width);
    let sum = 0;
    for (let x = 0; x < inside; x++) sum += plane[base + x]!;
    let x = 0;
    for (; x <= radius && x < width; x++) {
      if (x + radius < width) {
        sum += plane[base + x + radius]!;
        inside++;
      }
      out[base + x] = clipped ? sum / inside : sum * share;
    }
    for (; x < width - radius; x++) {
      sum += plane[base + x + radius]! - plane[base + x - radius - 1]!;
      out[base + x] = sum * share;
    }
    for (; x < width; x++) {
      sum -= plane[base + x - radius - 1]!;
      inside--;
      out[base + x] = clipped ? sum / inside : sum * share;
    }
  }
}

/** All columns together, row by row: column by column, every read would miss the cache. */
function blurDown(
  plane: Float32Array,
  out: Float32Array,
  width: number,
  height: number,
  radius: number,
  border: Border,
): void {
  const sums = new Float64Array(width);
  let inside = Math.min(radius, height);
  for (let i = 0; i < inside * width; i++) sums[i % width]! += plane[i]!;
  for (let y = 0; y < height; y++) {
    const enters = y + radius < height;
    const leaves = y > radius;
    inside += (enters ? 1 : 0) - (leaves ? 1 : 0);
    const base = y * width;
    const share = 1 / (border === 'clipped' ? inside : 2 * radius + 1);
    const entering = base + radius * width;
    const leaving = base - (radius + 1) * width;
    if (enters && leaves) {
      for (let x = 0; x < width; x++) {
        const sum = sums[x]! + plane[entering + x]! - plane[leaving + x]!;
        sums[x] = sum;
        out[base + x] = sum * share;
      }
      continue;
    }
    if (enters) for (let x = 0; x < width; x++) sums[x]! += plane[entering + x]!;
    if (leaves) for (let x = 0; x < width; x++) sums[x]! -= plane[leaving + x]!;
    for (let x = 0; x < width; x++) out[base + x] = sums[x]! * share;
  }
}
