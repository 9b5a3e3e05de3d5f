import { OutboundRefused } from './refused.ts';

/**
 * Runs `work` under one deadline that covers everything in it, name look-up to last byte.
 * @throws the reason of `signal` when the caller aborts; else OutboundRefused, `timeout` when the time is up.
 */
export async function withDeadline<T>(
  timeoutMs: number,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const stop = (reason: unknown) => controller.abort(reason);
  const timer = setTimeout(() => stop(new OutboundRefused('timeout')), timeoutMs);
  const onAbort = () => stop(signal?.reason);
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

/** For work that does not listen: a name look-up, and undici until its socket is open (it looks at the signal only then). */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
