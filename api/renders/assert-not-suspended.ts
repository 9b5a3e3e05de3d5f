import type { AccountDoc } from '../../shared/accounts/account-model.ts';
import { ApiError } from '../../shared/errors.ts';
import type { RenderCaller } from './render-order.ts';

/** @throws ApiError FORBIDDEN, with the operator's reason for the account's own callers */
export function assertNotSuspended(
  { suspended }: Pick<AccountDoc, 'suspended'>,
  { kind }: Pick<RenderCaller, 'kind'>,
): void {
  if (!suspended) return;
  throw new ApiError(
    'FORBIDDEN',
    kind === 'key'
      ? `The account is suspended: ${suspended.reason}. Write to the operator of the service.`
      : 'This store has paused its try-on; come back later.',
  );
}
