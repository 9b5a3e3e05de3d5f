import { readdirSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

/** Gives this process the lowest priority, for good: attackers bring processors of their own. Linux has one for each thread. */
export function giveWay(): void {
  setPriority(constants.priority.PRIORITY_LOW);
  if (process.platform !== 'linux') return;
  for (const thread of readdirSync('/proc/self/task')) {
    unlessMissing(() => setPriority(Number(thread), constants.priority.PRIORITY_LOW));
  }
}

/** A thread may have ended. */
function unlessMissing(lower: () => void): void {
  try {
    lower();
  } catch (error) {
    const { code, info } = error as NodeJS.ErrnoException & { info?: { code: string } };
    if ((info?.code ?? code) !== 'ESRCH') throw error;
  }
}
