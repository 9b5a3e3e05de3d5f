import { floats } from '../../pixels/arrays.ts';

const LEVELS = 256;

/**
 * The minimum barrier between each pixel and the image border: the smallest maximum of `heights` along any
 * 4-connected path out. Background-colored pixels inside a closed outline get the outline's height. Exact to 1/256 of
 * the maximum height; one bucket flood, no iteration.
 */
export function barrierFromBorder(heights: Float32Array, width: number, height: number): Float32Array {
  const n = width * height;
  let top = 1e-6;
  for (let i = 0; i < n; i++) if (heights[i]! > top) top = heights[i]!;
  const level = new Uint8Array(n);
  for (let i = 0; i < n; i++) level[i] = Math.min(LEVELS - 1, (heights[i]! / top) * (LEVELS - 1));
  const flood = floodLevels(level, width, height);
  return floats(n, (i) => Math.max(heights[i]!, (flood[i]! / (LEVELS - 1)) * top));
}

function floodLevels(level: Uint8Array, width: number, height: number): Uint8Array {
  const n = width * height;
  const reached = new Uint8Array(n);
  const seen = new Uint8Array(n);
  const next = new Int32Array(n);
  const first = new Int32Array(LEVELS).fill(-1);
  let current = 0;
  const visit = (i: number) => {
    if (seen[i]) return;
    seen[i] = 1;
    const value = Math.max(level[i]!, current);
    reached[i] = value;
    next[i] = first[value]!;
    first[value] = i;
  };
  for (let x = 0; x < width; x++) {
    visit(x);
    visit(n - width + x);
  }
  for (let y = 0; y < height; y++) {
    visit(y * width);
    visit(y * width + width - 1);
  }
  while (current < LEVELS) {
    const i = first[current]!;
    if (i < 0) {
      current++;
      continue;
    }
    first[current] = next[i]!;
    const x = i % width;
    if (x > 0) visit(i - 1);
    if (x < width - 1) visit(i + 1);
    if (i >= width) visit(i - width);
    if (i < n - width) visit(i + width);
  }
  return reached;
}
