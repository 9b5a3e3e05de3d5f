import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SetupError } from '../backends/backend.ts';
import { startedAt } from '../processes/identity.ts';

interface Holder {
  pid: number;
  /** A pid can be reused: the start time distinguishes the two processes. */
  startedAt: string;
  url: string;
}

function readHolder(file: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder;
  } catch {
    return undefined; // removed meanwhile, or truncated by a crash: not locked
  }
}

function alive(holder: Holder | undefined): holder is Holder {
  return holder !== undefined && startedAt(holder.pid) === holder.startedAt;
}

/**
 * Makes this process the only one that runs on a data folder; the lock of a crashed one is taken over.
 * @returns a function that releases the folder.
 * @throws SetupError naming the process that has it.
 */
export function lockDataDir(dataDir: string, url: string): () => void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = join(dataDir, 'start.lock');
  const me: Holder = { pid: process.pid, startedAt: startedAt(process.pid) ?? '', url };
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      writeFileSync(file, JSON.stringify(me), { flag: 'wx', mode: 0o600 });
      return () => rmSync(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const holder = readHolder(file);
      if (alive(holder)) throw new SetupError(runningLine(holder, dataDir));
      rmSync(file, { force: true });
    }
  }
  throw new SetupError(`Another start took ${dataDir} at the same moment. Run the command again.`);
}

function runningLine({ pid, url }: Holder, dataDir: string): string {
  return (
    `Already running at ${url} (process ${pid}) with the data folder ${dataDir}. ` +
    'Use that one, stop it, or start a second with another folder and port: DATA_DIR=.data-2 PORT=3001 npm start'
  );
}
