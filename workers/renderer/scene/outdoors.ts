import type { LabImage } from '../pixels/lab.ts';
import { certain, getFacts, type Thing } from './things/thing.ts';

/** Minimum share of the upper half that is sky or leaves. */
const openShare = 0.3;

/**
 * True where the upper half of the image is sky or leaves and no furniture of a room is seen: outdoors there is no
 * wall, no ceiling, and water is no ground.
 */
export function isOutdoors({ width, height, l, a, b }: LabImage, things: Thing[]): boolean {
  if (things.some(({ kind, score }) => getFacts(kind).indoors && score >= certain)) return false;
  const upper = width * (height >> 1);
  let open = 0;
  for (let i = 0; i < upper; i++) {
    const sky = l[i]! > 55 && b[i]! < -7 && a[i]! < 8;
    const leaves = a[i]! < -5 && b[i]! > 6;
    if (sky || leaves) open++;
  }
  return open > upper * openShare;
}
