import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, ForeignUrl } from '../http/provider-http.ts';
import { type ProviderContext, ProviderError } from '../provider.ts';

export interface QueuedPrediction<Ended> {
  /** One look at the job; `undefined` while it waits or runs. Bounded in time by itself. */
  look(signal: AbortSignal): Promise<Ended | undefined>;
  /** Tells the provider that nobody waits any more; bounded in time by itself. */
  cancel(): Promise<unknown>;
}

/** The provider does not know the job any more: it crashed, and looking on would take the render's whole time. */
export class JobLost extends ProviderError {
  constructor() {
    super('failed', 'The model lost the render.');
  }
}

/** What a 404 means where a job of an earlier worker is looked for. */
export const lostIfUnknown = (takenOver: boolean, { status }: Pick<Answer, 'status'>): JobLost | undefined =>
  takenOver && status === 404 ? new JobLost() : undefined;

const firstPauseMs = 200;
const longestPauseMs = 2_000;
const growth = 1.4;
/** A paid render is not given up because its vendor restarts, or for a few answers that went missing. */
const blind = { looks: 3, ms: 30_000 };

/**
 * Waits for the end of a job in a provider's queue. A job that is given up, because the signal aborts
 * or its state cannot be read any more, is cancelled at the provider, unless another worker goes on with it.
 * @throws the reason of the signal; the ProviderError of the last look.
 */
export async function awaitJob<Ended>(
  job: QueuedPrediction<Ended>,
  { signal, log, jobs }: Pick<ProviderContext, 'signal' | 'log' | 'jobs'>,
): Promise<Ended> {
  try {
    return await lookUntilEnded(job, signal);
  } catch (error) {
    if (error instanceof JobLost) throw error;
    if (signal.aborted && (await jobs?.goesOn(signal.reason))) throw signal.reason;
    await job.cancel().catch((failure: unknown) => log.warn({ err: failure }, 'provider job not cancelled'));
    signal.throwIfAborted();
    throw error;
  }
}

async function lookUntilEnded<Ended>(job: QueuedPrediction<Ended>, signal: AbortSignal): Promise<Ended> {
  let [missed, seenAt] = [0, Date.now()];
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * growth, longestPauseMs)) {
    signal.throwIfAborted();
    let askedMs = 0;
    try {
      const ended = await job.look(signal);
      if (ended !== undefined) return ended;
      [missed, seenAt] = [0, Date.now()];
    } catch (error) {
      if (signal.aborted || !isPassing(error)) throw error;
      if (++missed >= blind.looks && Date.now() - seenAt >= blind.ms) throw error;
      askedMs = (error.retryAfter ?? 0) * 1000;
    }
    await sleep(Math.max(pauseMs, Math.min(askedMs, blind.ms)), undefined, { signal });
  }
}

function isPassing(error: unknown): error is ProviderError {
  if (error instanceof ForeignUrl || error instanceof JobLost) return false;
  return error instanceof ProviderError && error.failure !== 'rejected';
}
