import { readdir, readFile } from 'node:fs/promises';

/** Returns the process that was started with a path under `dir` and `word` in it; undefined without /proc. */
export async function pidOfFolder(dir: string, word: string): Promise<number | undefined> {
  const entries = await readdir('/proc').catch(() => []);
  const pids = entries.filter((name) => /^\d+$/.test(name));
  const matches = await Promise.all(
    pids.map(async (pid) => {
      const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
      const args = line.split('\0');
      // The guard's shell carries its server's arguments as well.
      const isShell = /(^|\/)(sh|dash|bash)$/.test(args[0] ?? '');
      return !isShell && args.some((arg) => arg.startsWith(dir) && arg.includes(word));
    }),
  );
  const found = pids.find((_, index) => matches[index]);
  return found === undefined ? undefined : Number(found);
}
