import { readFile, readlink, realpath } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

const waitMs = 7_000; // the guard of a killed starter needs up to 5 s to end its server
const pauseMs = 50;

async function runsIn(pid: number, dir: string): Promise<boolean> {
  try {
    return (await readlink(`/proc/${pid}/cwd`)) === (await realpath(dir));
  } catch {
    return false; // gone, not readable for us, or no /proc on this system
  }
}

async function pidIn(file: string): Promise<number> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return Number.parseInt(text, 10) || 0;
}

/**
 * Waits for the server that an earlier, killed start left in that folder; then ends it. Two
 * redis-servers that append to the same file destroy it.
 */
export async function endLeftover(pidFile: string, dir: string): Promise<void> {
  const pid = await pidIn(pidFile);
  const end = performance.now() + waitMs;
  while (pid > 0 && (await runsIn(pid, dir))) {
    if (performance.now() > end) process.kill(pid, 'SIGKILL');
    await pause(pauseMs);
  }
}
