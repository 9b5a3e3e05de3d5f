import type { Request } from 'express';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { clientAddress } from './client-address.ts';
import { takeInProcess } from './process-limit.ts';
import { retryIn } from './retry-in.ts';

/** The result of `find`, unless the address of the request has asked for too many stores that do not exist. */
export type FindStore = <Store>(req: Request, find: () => Promise<Store | null>) => Promise<Store | null>;

/** Unknown stores that one address may ask for in a minute; each costs a query. */
const perMinute = 120;

/**
 * Limits the look-ups of stores that do not exist, by network address: a store that was found is not counted.
 * @throws ApiError RATE_LIMITED
 */
export function limitStoreGuesses(): FindStore {
  const addresses = new RateLimiterMemory({ points: perMinute, duration: 60 });
  return async (req, find) => {
    const address = clientAddress(req.ip);
    await takeInProcess(addresses, address, {
      limit: 'store-guesses',
      refusal: (retryAfter) =>
        `Rate limit of ${perMinute} unknown stores per minute exceeded for this address. ${retryIn(retryAfter)}`,
    });
    const found = await find();
    if (found !== null) await addresses.reward(address);
    return found;
  };
}
