import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

const lowest = constants.priority.PRIORITY_LOW;

/**
 * Gives this process and `others` the lowest priority, for good: they stand for machines that are not the platform's
 * API's. Linux has one for each thread, and weighs sessions against each other before their threads. Those of the
 * sessions, of which this one may be a terminal's, are as before once the returned function was called.
 */
export function giveWay(others: readonly number[]): () => void {
  const restores = [process.pid, ...others].map(lowerProcess);
  return () => {
    for (const restore of restores) restore();
  };
}

function lowerProcess(pid: number): () => void {
  if (process.platform !== 'linux') {
    setPriority(pid, lowest);
    return () => undefined;
  }
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    unlessMissing(() => setPriority(Number(thread), lowest));
  }
  return lowerSession(`/proc/${pid}/autogroup`);
}

function lowerSession(session: string): () => void {
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
