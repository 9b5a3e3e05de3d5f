import type { AccountDoc } from '../../shared/accounts/account-model.ts';
import { type StartLimits, toUnchargedStarts } from '../../shared/credits/daily-starts.ts';
import { ApiError } from '../../shared/errors.ts';
import type { KeyMode } from '../../shared/keys/key-format.ts';
import { requestLimited } from '../../shared/metrics/measurements.ts';

/**
 * Bounds what an account can have providers do without paying for it. Test keys never reach one that costs anything.
 * @throws ApiError RATE_LIMITED until the day (UTC) ends
 */
export function assertMayStart(
  account: Pick<AccountDoc, 'starts'>,
  mode: KeyMode,
  limits: StartLimits,
  now = new Date(),
): void {
  if (mode !== 'live') return;
  const { used, limit, resetsAt } = toUnchargedStarts(account, limits, now);
  if (used < limit) return;
  requestLimited.publish({ limit: 'uncharged' });
  throw new ApiError(
    'RATE_LIMITED',
    `${used} renders of this account were cancelled or refused today after a provider had begun them; new ones start again at ${resetsAt}. Each charged render raises this limit of ${limit}.`,
    { retryAfter: Math.ceil((Date.parse(resetsAt) - now.getTime()) / 1000) },
  );
}
