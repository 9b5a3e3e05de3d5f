/**
 * Arrays made value by value. `Uint8Array.from` and the like use an iterator: 20 ms for a mask of 560 × 560 pixels,
 * against 2 ms for these (measured).
 */

/** 1 where the test holds. */
export function marked(
  values: ArrayLike<number>,
  test: (value: number, index: number) => boolean,
): Uint8Array {
  const out = new Uint8Array(values.length);
  for (let i = 0; i < out.length; i++) if (test(values[i]!, i)) out[i] = 1;
  return out;
}

/** Integers; fractions are truncated. */
export function integers(
  values: ArrayLike<number>,
  make: (value: number, index: number) => number,
): Int32Array {
  const out = new Int32Array(values.length);
  for (let i = 0; i < out.length; i++) out[i] = make(values[i]!, i);
  return out;
}

export function floats(length: number, make: (index: number) => number): Float32Array {
  const out = new Float32Array(length);
  for (let i = 0; i < length; i++) out[i] = make(i);
  return out;
}

/** How many values are not 0. */
export function countSet(mask: Uint8Array): number {
  let count = 0;
  for (let i = 0; i < mask.length; i++) if (mask[i]) count++;
  return count;
}
