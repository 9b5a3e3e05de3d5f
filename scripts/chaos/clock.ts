import { setTimeout } from 'node:timers/promises';

/** Sleeps until then, or until the signal; never rejects. */
export async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  await setTimeout(Math.max(0, ms), undefined, signal ? { signal } : {}).catch(() => undefined);
}

/** Checks every `everyMs` for at most `ms`; returns whether the condition became true. */
export async function until(
  condition: () => Promise<boolean> | boolean,
  ms: number,
  everyMs = 50,
): Promise<boolean> {
  const end = Date.now() + ms;
  while (!(await condition())) {
    if (Date.now() > end) return false;
    await sleep(everyMs);
  }
  return true;
}
