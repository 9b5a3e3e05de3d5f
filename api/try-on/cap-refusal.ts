import { ApiError } from '../../shared/errors.ts';
import { requestLimited } from '../../shared/metrics/measurements.ts';
import type { TryOnReason } from '../../shared/try-on/contract.ts';
import { type CapName, secondsToNextDay } from './caps.ts';

/** What a shopper reads at a cap. That others share an address is nothing a shopper could act on. */
export const capReason: Record<CapName, TryOnReason> = {
  perVisitor: 'visitor_limit',
  perAddress: 'visitor_limit',
  perStore: 'store_limit',
};

const messages: Record<CapName, string> = {
  perVisitor: 'You have tried on as much as this store allows in a day; come back tomorrow.',
  perAddress: 'This connection has tried on as much as this store allows in a day; come back tomorrow.',
  perStore: 'Many shoppers use the try-on of this store today; come back tomorrow.',
};

/** A 429 until the day of the caps ends. */
export function capRefusal(reached: CapName): ApiError {
  requestLimited.publish({ limit: 'cap' });
  return new ApiError('RATE_LIMITED', messages[reached], {
    reason: capReason[reached],
    retryAfter: secondsToNextDay(),
  });
}
