/** The deadline holds even for a provider that does not listen to its signal. */
export async function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  let onAbort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
