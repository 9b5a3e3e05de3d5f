import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '../shared/log.ts';
import { hourMs, minuteMs } from '../shared/time.ts';

/** No request reads, fetches or decodes an image for so long: its process was killed. */
const staleMs = hourMs;
const everyMs = 15 * minuteMs;

/** Folders of API processes have their process id as name; catalog imports remove their own leftovers. */
const processFolder = /^\d+$/;

/**
 * Removes the images that killed API processes left in the spool folder, which would otherwise stay forever: at
 * once and every 15 minutes. Containers that share the folder have equal process ids, so the age of a file decides.
 */
export function removeLeftovers(spool: string, log: Logger): { close(): void } {
  const run = () =>
    removeStale(spool, Date.now() - staleMs).then(
      (removed) => removed > 0 && log.info({ removed }, 'removed images that a killed process left behind'),
      (error: unknown) => log.warn({ err: error }, 'leftover images could not be removed'),
    );
  void run();
  const timer = setInterval(() => void run(), everyMs);
  timer.unref();
  return { close: () => clearInterval(timer) };
}

/**
 * Removes the files that were last written before `before`, epoch ms; returns how many. Empty folders stay: they may
 * be those of idle processes.
 */
export async function removeStale(spool: string, before: number): Promise<number> {
  const folders = (await readdir(spool).catch(() => [])).filter((name) => processFolder.test(name));
  let removed = 0;
  for (const folder of folders) {
    for (const name of await readdir(join(spool, folder)).catch(() => [])) {
      const path = join(spool, folder, name);
      // A request that ends at this moment removes its own.
      const found = await stat(path).catch(() => undefined);
      if (!found || found.mtimeMs >= before) continue;
      await rm(path, { recursive: true, force: true });
      removed += 1;
    }
  }
  return removed;
}
