/** Chamfer distance (pixels, 3-4 metric) of every pixel to the nearest pixel where `mask` is non-zero. */
export function distanceTo(mask: Uint8Array, width: number, height: number): Float32Array {
  const far = 3 * (width + height);
  const d = Int32Array.from(mask, (value) => (value ? 0 : far));
  const lower = (i: number, j: number, step: number) => {
    if (d[j]! + step < d[i]!) d[i] = d[j]! + step;
  };
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      if (x > 0) lower(i, i - 1, 3);
      if (y === 0) continue;
      lower(i, i - width, 3);
      if (x > 0) lower(i, i - width - 1, 4);
      if (x < width - 1) lower(i, i - width + 1, 4);
    }
  }
  for (let y = height - 1; y >= 0; y--) {
    for (let x = width - 1; x >= 0; x--) {
      const i = y * width + x;
      if (x < width - 1) lower(i, i + 1, 3);
      if (y === height - 1) continue;
      lower(i, i + width, 3);
      if (x > 0) lower(i, i + width - 1, 4);
      if (x < width - 1) lower(i, i + width + 1, 4);
    }
  }
  return Float32Array.from(d, (value) => value / 3);
}

/** The pixels deeper than `radius` inside the mask; the picture border doesn't erode. */
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
