import { requestLimited } from '../../shared/metrics/measurements.ts';
import type { TryOnReason } from '../../shared/try-on/contract.ts';
import { getContext } from '../http/request-context.ts';
import type { StoreCall } from './entrance.ts';

/** Counts and logs what keeps a shopper from starting, for operators and alerts; the store's name is in the log alone. */
export function reportClosed(
  { res, store }: Pick<StoreCall, 'res' | 'store'>,
  reason: TryOnReason | null,
): void {
  if (reason === 'visitor_limit') requestLimited.publish({ limit: 'cap' });
  if (reason !== 'store_limit') return;
  requestLimited.publish({ limit: 'store-cap' });
  getContext(res).log.warn({ store: store.slug }, 'store cap reached');
}
