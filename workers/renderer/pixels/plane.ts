import { floats } from './arrays.ts';
import { clamp } from './clamp.ts';

/** A plane of shares 0–1. */
export interface Plane {
  data: Float32Array;
  width: number;
  height: number;
}

/** Bilinear value at a point in the plane's own pixels; points beyond the border read the border. */
export function sample({ data, width, height }: Plane, fx: number, fy: number): number {
  const x = clamp(fx, 0, width - 1);
  const y = clamp(fy, 0, height - 1);
  const x0 = Math.floor(x);
  const y0 = Math.floor(y);
  const x1 = Math.min(width - 1, x0 + 1);
  const y1 = Math.min(height - 1, y0 + 1);
  const tx = x - x0;
  const upper = data[y0 * width + x0]! * (1 - tx) + data[y0 * width + x1]! * tx;
  const lower = data[y1 * width + x0]! * (1 - tx) + data[y1 * width + x1]! * tx;
  return upper + (lower - upper) * (y - y0);
}

/** Returns a plane at another size, read bilinearly. */
export function resampled(plane: Plane, { width, height }: { width: number; height: number }): Plane {
  const [fx, fy] = [plane.width / width, plane.height / height];
  const data = floats(width * height, (i) =>
    sample(plane, ((i % width) + 0.5) * fx - 0.5, (Math.floor(i / width) + 0.5) * fy - 0.5),
  );
  return { data, width, height };
}
