import { blurInto } from './box-blur.ts';
import type { Plane } from './plane.ts';

/** Three box passes: within 3 % of a Gaussian of sigma ≈ `radius`, at a cost that does not grow with it. */
export function softBlur(plane: Plane, radius: number): Plane {
  const box = Math.max(0, Math.round(radius));
  if (box === 0) return plane;
  const { width, height } = plane;
  const data = new Float32Array(plane.data.length);
  // Zeros beyond the border make shadows fade out towards it.
  for (let pass = 0; pass < 3; pass++)
    blurInto(data, pass === 0 ? plane.data : data, width, height, box, 'zero');
  return { data, width, height };
}
