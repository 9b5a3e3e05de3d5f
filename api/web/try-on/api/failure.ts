import { type TryOnReason, tryOnReasons } from '../../../../shared/try-on/contract.ts';
import type { Reason } from '../state/reason.ts';

/** A request that did not succeed, with the reason that the application has a text for. */
export class RequestFailure extends Error {
  readonly reason: Reason;
  /** HTTP status; 0: no response. */
  readonly status: number;

  constructor(reason: Reason, status = 0) {
    super(`The request failed: ${reason} (${status})`);
    this.reason = reason;
    this.status = status;
  }
}

/** For responses whose body names no reason, e.g. of a proxy. */
const reasonsByStatus: Record<number, TryOnReason> = {
  402: 'insufficient_credits',
  408: 'timeout',
  413: 'photo_too_large',
  429: 'rate_limited',
};

/** Reads the failure that a response other than 2xx means. */
export async function readFailure(response: Response): Promise<RequestFailure> {
  const body: unknown = await response.json().catch(() => null);
  const named = body !== null && typeof body === 'object' && 'reason' in body ? body.reason : undefined;
  const known = tryOnReasons.find((reason) => reason === named);
  return new RequestFailure(known ?? reasonsByStatus[response.status] ?? 'unavailable', response.status);
}

/** Returns the reason to show for whatever was thrown. */
export function getReason(error: unknown): Reason {
  return error instanceof RequestFailure ? error.reason : 'unavailable';
}
