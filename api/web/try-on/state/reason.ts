import type { TryOnReason } from '../../../../shared/try-on/contract.ts';

/** Reason of a failure: those that the server names, and those that only the browser can know. */
export type Reason = TryOnReason | 'offline' | 'format_unsupported';

/** Those for which no photo and no items help: the store makes no images now. */
const closed: ReadonlySet<Reason> = new Set(['insufficient_credits', 'visitor_limit', 'store_limit']);

export function isClosed(reason: Reason): reason is TryOnReason {
  return closed.has(reason);
}
