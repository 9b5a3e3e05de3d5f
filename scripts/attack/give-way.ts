import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

const lowest = constants.priority.PRIORITY_LOW;

/**
 * Gives this process the lowest priority, for good: attackers bring processors of their own. Linux has one for each
 * thread, and weighs sessions against each other before their threads. That of this session, which may be a terminal's,
 * is as before once the returned function was called.
 */
export function giveWay(): () => void {
  setPriority(lowest);
  if (process.platform !== 'linux') return () => undefined;
  for (const thread of readdirSync('/proc/self/task')) {
    unlessMissing(() => setPriority(Number(thread), lowest));
  }
  return lowerSession();
}

const session = '/proc/self/autogroup';

function lowerSession(): () => void {
  let before = 0;
  unlessMissing(() => {
    before = Number(/nice (-?\d+)/.exec(readFileSync(session, 'utf8'))?.[1] ?? 0);
    writeFileSync(session, String(lowest));
  });
  return () => unlessMissing(() => writeFileSync(session, String(before)));
}

/** A thread may have ended, and not every kernel weighs sessions, or lets this process do it. */
function unlessMissing(lower: () => void): void {
  try {
    lower();
  } catch (error) {
    const { code, info } = error as NodeJS.ErrnoException & { info?: { code: string } };
    if (!['ENOENT', 'ESRCH', 'EROFS', 'EACCES', 'EPERM', 'EAGAIN'].includes(info?.code ?? code ?? ''))
      throw error;
  }
}
