/**
 * Returns the result of `work`, or a rejection with the signal's reason when it aborts first. For work that does not
 * listen to its signal: a name look-up, undici until its socket is open, a provider's adapter. (p-timeout
 * leaves `work` without a rejection handler when the signal has aborted already.)
 */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
