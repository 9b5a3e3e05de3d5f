export interface Deadline {
  timeoutMs: number;
  /** The caller's own; its reason wins. */
  signal?: AbortSignal | undefined;
  /** Creates the reason with which the signal of `work` aborts at the deadline. */
  timeoutError: () => Error;
}

/**
 * Runs `work` under one signal that aborts at the deadline or with the caller's signal.
 * @throws the reason of the caller's signal when it aborts; the timeout error when the time is up.
 */
export async function withDeadline<T>(
  { timeoutMs, signal, timeoutError }: Deadline,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(timeoutError()), timeoutMs);
  const onAbort = () => controller.abort(signal?.reason);
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    return await work(controller.signal);
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    throw controller.signal.aborted ? controller.signal.reason : error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}
