import { newId } from '../../shared/ids.ts';
import type { ConcurrencyLimiter } from '../http/concurrency-limit.ts';
import type { Peers } from './peers.ts';

/** Returns a place among the renders at once, named after the process that holds it. */
export const newPlace = (self: string): string => `${self}/${newId('place')}`;

/** Frees the places that lost processes hold in a limit which is full; returns whether there were any. */
export async function freeLostPlaces(
  { concurrency, peers }: { concurrency: ConcurrencyLimiter; peers: Peers },
  scope: string,
): Promise<boolean> {
  const places = (await concurrency.held(scope)).map((place) => ({ place, holder: parseHolder(place) }));
  const others = new Set(places.map(({ holder }) => holder).filter((holder) => holder !== peers.self));
  const lost = await peers.findLost([...others].filter((holder) => holder !== undefined));
  const left = places.filter(({ holder }) => holder !== undefined && lost.has(holder));
  await Promise.all(left.map(({ place }) => concurrency.release(scope, place)));
  return left.length > 0;
}

/** Places of the previous release name no process; they expire by themselves. */
function parseHolder(place: string): string | undefined {
  const [holder, rest] = place.split('/');
  return rest === undefined ? undefined : holder;
}
