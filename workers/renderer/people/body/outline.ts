import { sample } from '../../pixels/plane.ts';
import { type Point, plus } from '../../pixels/points.ts';
import type { Person } from './read-person.ts';

/** Value of the person mask (0–1) at a scene point. */
export const personAt = (person: Person, p: Point): number =>
  sample(person.mask, p.x * person.scale - 0.5, p.y * person.scale - 0.5);

/** Extent of the person along a line, measured outwards from `at`. */
export function outlineAcross(
  person: Person,
  at: Point,
  along: Point,
  limit: number,
): { width: number; offset: number } {
  const reach = (sign: number): number => {
    let d = 0;
    while (d < limit) {
      const p = plus(at, along, sign * d);
      if (personAt(person, p) < 0.5) break;
      d += limit * 0.02;
    }
    return d;
  };
  const left = reach(-1);
  const right = reach(1);
  return { width: left + right, offset: (right - left) / 2 };
}
