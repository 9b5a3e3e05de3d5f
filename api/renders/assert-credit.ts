import type { AccountDoc } from '../../shared/accounts/account-model.ts';
import { ApiError } from '../../shared/errors.ts';
import type { KeyMode } from '../../shared/keys/key-format.ts';

export function insufficientCredits(balance: number, developersUrl: string): ApiError {
  return new ApiError(
    'INSUFFICIENT_CREDITS',
    `This account has no credits left; top up at ${developersUrl}.`,
    { remainingCredits: balance, developersUrl },
  );
}

/**
 * Checks the balance before any image is fetched; the credit itself is held when the render is accepted.
 * @throws ApiError INSUFFICIENT_CREDITS for a live key of an account without credits.
 */
export function assertCredit(
  { credits }: Pick<AccountDoc, 'credits'>,
  mode: KeyMode,
  developersUrl: string,
): void {
  if (mode === 'live' && credits.available < 1) throw insufficientCredits(credits.available, developersUrl);
}
