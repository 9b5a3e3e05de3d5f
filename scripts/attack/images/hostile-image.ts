import type { Random } from '../../chaos/random.ts';
import type { Base } from './bases.ts';
import { crafted } from './crafted.ts';
import { mutate, mutationNames } from './mutations.ts';

export interface HostileImage {
  kind: string;
  bytes: Buffer;
  mustBeRefused: boolean;
}

/** Share of the images that are mutated real photos. */
const mutatedShare = 0.6;

const weights = Object.fromEntries(Object.entries(crafted).map(([kind, { weight }]) => [kind, weight]));

/** Returns the next hostile image: the same seed always gives the same ones. */
export function hostileImage(random: Random, bases: Base[]): HostileImage {
  if (random.next() < mutatedShare) {
    const kind = random.pick(mutationNames);
    const [file, other] = [random.pick(bases).bytes, random.pick(bases).bytes];
    return { kind, bytes: mutate(kind, file, random, other), mustBeRefused: false };
  }
  const kind = random.weighted(weights);
  const { make, mustBeRefused } = crafted[kind]!;
  return { kind, bytes: make(random, bases), mustBeRefused };
}
