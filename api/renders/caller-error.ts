import { notCharged, OutcomeUnknown } from './outcome-unknown.ts';
import type { RenderCaller } from './render-order.ts';
import type { Withdrawals } from './withdrawals.ts';

export interface CallerErrorDependencies {
  withdrawals: Pick<Withdrawals, 'start'>;
}

/**
 * Maps an error to that of the response. Of a render whose outcome is not known, a plain caller could never learn what
 * became of it: it is promised that nothing is charged, and the render is withdrawn.
 */
export async function toCallerError(
  { withdrawals }: CallerErrorDependencies,
  { plain }: Pick<RenderCaller, 'plain'>,
  error: unknown,
): Promise<unknown> {
  if (!plain || !(error instanceof OutcomeUnknown)) return error;
  await withdrawals.start(error.renderId, error.reason);
  return notCharged(error.renderId, error.reason, error.cause);
}
