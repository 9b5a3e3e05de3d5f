import { readFileSync } from 'node:fs';
import { readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Returns the start time of a process in clock ticks: a reused pid must not pass for the old owner. Linux only. */
function startTime(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

const held = new Set<string>();

/** Takes a data folder for this process. Throws when another process has it; a dead owner's lock is taken over. */
export async function lockFolder(dir: string): Promise<() => Promise<void>> {
  const path = join(dir, 'lock');
  const owner = await readFile(path, 'utf8').catch(() => '');
  const [pid, started] = owner.split(':');
  const taken =
    pid &&
    isAlive(Number(pid)) &&
    startTime(Number(pid)) === (started ?? '') &&
    (Number(pid) !== process.pid || held.has(path));
  if (taken || held.has(path))
    throw new Error(
      `${dir} is in use by the embedded database with pid ${pid}: stop that one or choose another folder`,
    );
  held.add(path);
  await writeFile(path, `${process.pid}:${startTime(process.pid)}`);
  return async () => {
    held.delete(path);
    await unlink(path).catch(() => {});
  };
}
