import { ApiError } from '../../shared/errors.ts';
import { OutcomeUnknown } from './outcome-unknown.ts';

/**
 * Runs what comes before a render is accepted, until `signal` aborts or this process closes.
 * @throws ApiError MODEL_UNAVAILABLE when it closes meanwhile: there is no render yet that could be charged.
 */
export async function untilClosing<Value>(
  closing: AbortSignal,
  signal: AbortSignal,
  run: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  // Not `AbortSignal.any`: on Node 20, each one stays with a signal that lives as long as the process.
  const either = new AbortController();
  const follow = () => either.abort(closing.aborted ? closing.reason : signal.reason);
  const sources = [closing, signal];
  for (const source of sources) source.addEventListener('abort', follow);
  if (sources.some(({ aborted }) => aborted)) follow();
  try {
    return await run(either.signal);
  } catch (error) {
    if (!closing.aborted || error instanceof OutcomeUnknown) throw error;
    const message = 'The service is restarting; nothing was charged. Retry the request.';
    throw new ApiError('MODEL_UNAVAILABLE', message, { retryAfter: 5, cause: error });
  } finally {
    for (const source of sources) source.removeEventListener('abort', follow);
  }
}
