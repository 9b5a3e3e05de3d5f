import { readdirSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

/**
 * Gives this process the lowest priority, for good: attackers bring processors of their own. Linux has a priority for each
 * thread, and weighs sessions against each other before their threads.
 */
export function giveWay(): void {
  setPriority(constants.priority.PRIORITY_LOW);
  if (process.platform !== 'linux') return;
  for (const thread of readdirSync('/proc/self/task')) {
    unlessMissing(() => setPriority(Number(thread), constants.priority.PRIORITY_LOW));
  }
  unlessMissing(() => writeFileSync('/proc/self/autogroup', String(constants.priority.PRIORITY_LOW)));
}

/** A thread may have ended, and not every kernel groups sessions. */
function unlessMissing(lower: () => void): void {
  try {
    lower();
  } catch (error) {
    const { code, info } = error as NodeJS.ErrnoException & { info?: { code: string } };
    if (!['ENOENT', 'ESRCH', 'EROFS'].includes(info?.code ?? code ?? '')) throw error;
  }
}
