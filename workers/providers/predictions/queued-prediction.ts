import { setTimeout as sleep } from 'node:timers/promises';
import { ForeignUrl, type ProviderResponse } from '../http/provider-http.ts';
import { type ProviderContext, ProviderError } from '../provider.ts';

export interface QueuedPrediction<Ended> {
  /** Reads the prediction's state once; `undefined` while it waits or runs. Has a timeout of its own. */
  poll(signal: AbortSignal): Promise<Ended | undefined>;
  /** Cancels it at the provider. Has a timeout of its own. */
  cancel(): Promise<unknown>;
}

/** The provider no longer knows the prediction: it crashed, and polling would take the render's whole time. */
export class PredictionLost extends ProviderError {
  constructor() {
    super('failed', 'The model lost the render.');
  }
}

/** A 404 for a prediction that an earlier worker submitted means that the provider lost it. */
export const lostIfUnknown = (
  takenOver: boolean,
  { status }: Pick<ProviderResponse, 'status'>,
): PredictionLost | undefined => (takenOver && status === 404 ? new PredictionLost() : undefined);

const firstPauseMs = 200;
const maxPauseMs = 2_000;
const growth = 1.4;
/** A paid render survives a restart of its vendor and a few lost responses: polls fail this often and this long. */
const tolerated = { polls: 3, ms: 30_000 };

/**
 * Waits for the end of a prediction in a provider's queue. When the signal aborts, or its state cannot be
 * no longer read, the prediction is cancelled at the provider unless another worker resumes it.
 * @throws the reason of the signal; the ProviderError of the last poll.
 */
export async function awaitPrediction<Ended>(
  prediction: QueuedPrediction<Ended>,
  { signal, log, predictions }: Pick<ProviderContext, 'signal' | 'log' | 'predictions'>,
): Promise<Ended> {
  try {
    return await pollUntilEnded(prediction, signal);
  } catch (error) {
    if (error instanceof PredictionLost) throw error;
    if (signal.aborted && (await predictions?.continuesElsewhere(signal.reason))) throw signal.reason;
    await prediction
      .cancel()
      .catch((failure: unknown) => log.warn({ err: failure }, 'prediction not cancelled at the provider'));
    signal.throwIfAborted();
    throw error;
  }
}

async function pollUntilEnded<Ended>(
  prediction: QueuedPrediction<Ended>,
  signal: AbortSignal,
): Promise<Ended> {
  let [failedPolls, readAt] = [0, Date.now()];
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * growth, maxPauseMs)) {
    signal.throwIfAborted();
    let retryAfterMs = 0;
    try {
      const ended = await prediction.poll(signal);
      if (ended !== undefined) return ended;
      [failedPolls, readAt] = [0, Date.now()];
    } catch (error) {
      if (signal.aborted || !isTransient(error)) throw error;
      if (++failedPolls >= tolerated.polls && Date.now() - readAt >= tolerated.ms) throw error;
      retryAfterMs = (error.retryAfter ?? 0) * 1000;
    }
    await sleep(Math.max(pauseMs, Math.min(retryAfterMs, tolerated.ms)), undefined, { signal });
  }
}

function isTransient(error: unknown): error is ProviderError {
  if (error instanceof ForeignUrl || error instanceof PredictionLost) return false;
  return error instanceof ProviderError && error.failure !== 'rejected';
}
