import type { Pixels } from '../../pixels/pixels.ts';
import { plus, unitVector } from '../../pixels/points.ts';
import type { Frame } from './body.ts';
import { personAt } from './outline.ts';
import type { Person } from './read-person.ts';

/** Hips that were found, with a piece of leg below them that is in the picture and on the person. */
export function showsLegs(person: Person, { sides, torso }: Frame, { width, height }: Pixels): boolean {
  if (Math.max(person.pose.leftHip.score, person.pose.rightHip.score) < 0.2) return false;
  return sides.some(({ hip, knee }) => {
    const p = plus(hip, unitVector(hip, knee), torso * 0.08);
    return p.x >= 0 && p.x < width && p.y < height && personAt(person, p) > 0.5;
  });
}
