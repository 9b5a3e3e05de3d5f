/** Resolves after the time, and at once when the page is seen again or the network returns. */
export function pauseUntilSeen(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const ending = new AbortController();
    const end = () => {
      clearTimeout(timer);
      ending.abort();
      resolve();
    };
    const timer = setTimeout(end, ms);
    const options = { signal: ending.signal };
    window.addEventListener('online', end, options);
    document.addEventListener(
      'visibilitychange',
      () => document.visibilityState === 'visible' && end(),
      options,
    );
    signal.addEventListener('abort', end, options);
  });
}
