import type { ProviderAttempt } from '../../../shared/renders/chain-progress.ts';
import { ProviderError } from '../provider.ts';

/** No provider returned a usable image; the render is not charged. */
export class ChainError extends Error {
  override name = 'ChainError';
  readonly code: 'MODEL_ERROR' | 'MODEL_UNAVAILABLE';
  /** Seconds to wait before a retry; only with MODEL_UNAVAILABLE. */
  readonly retryAfter: number | undefined;
  readonly attempts: ProviderAttempt[];

  constructor(
    code: ChainError['code'],
    message: string,
    detail: { attempts: ProviderAttempt[]; retryAfter?: number; cause?: unknown },
  ) {
    super(message, detail.cause === undefined ? undefined : { cause: detail.cause });
    this.code = code;
    this.retryAfter = detail.retryAfter;
    this.attempts = detail.attempts;
  }
}

/** The record of a render's way through the chain. */
export interface ChainRecord {
  attempts: ProviderAttempt[];
  deadlinePassed: boolean;
  /** Seconds that providers and breakers asked us to wait; the shortest is passed on. */
  retryAfters: number[];
  cause: unknown;
}

const defaultRetryAfterSeconds = 10;
const maxRetryAfterSeconds = 300;

/**
 * 502 or 503: MODEL_ERROR when at least one provider accepted the work and failed, returned an unusable
 * image, or refused the content for safety reasons, and when all reject the input; MODEL_UNAVAILABLE when none could
 * accept it.
 */
export function toChainError({ attempts, deadlinePassed, retryAfters, cause }: ChainRecord): ChainError {
  if (attempts.some(({ failure }) => failure === 'failed')) {
    const message = 'The render providers failed on this render; try again, nothing was charged.';
    return new ChainError('MODEL_ERROR', message, { attempts, cause });
  }
  if (attempts.some(({ safety }) => safety)) {
    const message =
      'The render provider refused this content for safety reasons; use other images, nothing was charged.';
    return new ChainError('MODEL_ERROR', message, { attempts, cause });
  }
  if (cause instanceof ProviderError && attempts.every(({ failure }) => failure === 'rejected')) {
    return new ChainError('MODEL_ERROR', `${cause.message} Nothing was charged.`, { attempts, cause });
  }
  const retryAfter = Math.min(maxRetryAfterSeconds, Math.max(1, Math.ceil(shortest(retryAfters))));
  const message = deadlinePassed
    ? 'No render provider could take this render in time; try again later, nothing was charged.'
    : 'No render provider could take this render; try again later, nothing was charged.';
  return new ChainError('MODEL_UNAVAILABLE', message, { attempts, retryAfter, cause });
}

const shortest = (seconds: number[]) =>
  seconds.length > 0 ? Math.min(...seconds) : defaultRetryAfterSeconds;
