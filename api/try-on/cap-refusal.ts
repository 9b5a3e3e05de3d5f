import { ApiError } from '../../shared/errors.ts';
import type { TryOnReason } from '../../shared/try-on/contract.ts';
import { type CapName, secondsToReset } from './cap-counters.ts';

/** Reason shown to a shopper at each cap. Sharing an address is not mentioned: a shopper cannot act on it. */
export const capReason: Record<CapName, TryOnReason> = {
  perVisitor: 'visitor_limit',
  // Of two requests at once; it closes nothing.
  perResult: 'rate_limited',
  perAddress: 'visitor_limit',
  perNetwork: 'visitor_limit',
  perSite: 'visitor_limit',
  perStore: 'store_limit',
  newcomersPerDay: 'store_limit',
  newcomersPerHour: 'store_limit',
};

const ofConnection =
  'This connection has tried on as much as this store allows in a day; come back tomorrow.';
const ofStore = 'Many shoppers use the try-on of this store today; come back tomorrow.';

const messages: Record<CapName, string> = {
  perVisitor: 'You have tried on as much as this store allows in a day; come back tomorrow.',
  perResult: 'This image has had its free second attempt; try the look on without `secondOf`.',
  perAddress: ofConnection,
  perNetwork: ofConnection,
  perSite: ofConnection,
  perStore: ofStore,
  newcomersPerDay: ofStore,
  newcomersPerHour: 'Many shoppers use the try-on of this store at the moment; come back in an hour.',
};

/** Returns a 429 until the period of the cap ends. */
export function capRefusal(reached: CapName): ApiError {
  return new ApiError('RATE_LIMITED', messages[reached], {
    reason: capReason[reached],
    retryAfter: secondsToReset(reached),
  });
}
