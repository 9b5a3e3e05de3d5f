import { sample } from '../../pixels/plane.ts';
import { type Point, plus } from '../../pixels/points.ts';
import type { Person } from './read-person.ts';

/** Value of the person mask (0–1) at a scene point. */
export const personAt = (person: Person, p: Point): number =>
  sample(person.mask, p.x * person.scale - 0.5, p.y * person.scale - 0.5);

/** How far the person extends from a point in a direction, at most to `limit` and to where something else begins. */
export function personReach(
  person: Person,
  from: Point,
  direction: Point,
  limit: number,
  isOther: (p: Point, d: number) => boolean = () => false,
): number {
  let d = 0;
  while (d < limit) {
    const p = plus(from, direction, d);
    if (personAt(person, p) < 0.5 || isOther(p, d)) break;
    d += 0.5 / person.scale;
  }
  return Math.min(d, limit);
}

/** Extent of the person along a line through a point, and how far its middle is from there. */
export function outlineAcross(person: Person, at: Point, along: Point, limit: number) {
  const left = personReach(person, at, { x: -along.x, y: -along.y }, limit);
  const right = personReach(person, at, along, limit);
  return { width: left + right, offset: (right - left) / 2 };
}
