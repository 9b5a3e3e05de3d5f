import type { Plane } from './plane.ts';

/** Three box passes: within 3 % of a Gaussian of sigma ≈ `radius`, at a cost that does not grow with it. */
export function softBlur(plane: Plane, radius: number): Plane {
  const box = Math.max(0, Math.round(radius));
  if (box === 0) return plane;
  let current = plane;
  for (let pass = 0; pass < 3; pass++) current = boxBlur(current, box);
  return current;
}

function boxBlur(plane: Plane, radius: number): Plane {
  return alongColumns(alongRows(plane, radius), radius);
}

function alongRows({ data, width, height }: Plane, radius: number): Plane {
  const out = new Float32Array(data.length);
  for (let y = 0; y < height; y++) slide(data, out, y * width, 1, width, radius);
  return { data: out, width, height };
}

function alongColumns({ data, width, height }: Plane, radius: number): Plane {
  const out = new Float32Array(data.length);
  for (let x = 0; x < width; x++) slide(data, out, x, width, height, radius);
  return { data: out, width, height };
}

/** Sliding mean of one line; outside the plane counts as 0, so that shadows fade out at its border. */
function slide(
  from: Float32Array,
  to: Float32Array,
  start: number,
  step: number,
  count: number,
  radius: number,
): void {
  const share = 1 / (2 * radius + 1);
  let sum = 0;
  for (let i = 0; i < Math.min(radius, count); i++) sum += from[start + i * step]!;
  for (let i = 0; i < count; i++) {
    if (i + radius < count) sum += from[start + (i + radius) * step]!;
    if (i - radius - 1 >= 0) sum -= from[start + (i - radius - 1) * step]!;
    to[start + i * step] = sum * share;
  }
}
