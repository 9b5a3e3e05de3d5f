import { mkdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { embeddedMongoEntry } from '../embedded-mongo/index.ts';
import { startNode } from '../processes/child.ts';
import { freePort } from '../processes/port.ts';
import type { Backend } from './backend.ts';
import { ownBackend } from './own-backend.ts';

/** Longest silence while it reads its data; it reports its progress every second. */
const silenceMs = 30_000;

/** Output of the embedded database on stdout: `{"progress":0.4}` while it reads its data, then `{"port":1234}`. */
interface StatusLine {
  progress?: number;
  port?: number;
}

export interface EmbeddedOptions {
  /** Data folder; null keeps everything in memory only. */
  dir: string | null;
  /** Largest size of data, in MB. */
  megabytes?: string | undefined;
  onLine?: ((line: string) => void) | undefined;
  say?: ((line: string) => void) | undefined;
}

/** Starts the embedded database on a free port of 127.0.0.1; `ready` resolves when it accepts connections. */
export async function spawnEmbeddedMongo({ dir, megabytes, onLine, say }: EmbeddedOptions): Promise<Backend> {
  if (dir !== null) await mkdir(dir, { recursive: true, mode: 0o700 });
  const port = await freePort();
  const start = startWatch(say);
  const storage = dir === null ? ['--memory'] : ['--dir', dir];
  const flags = megabytes ? ['--max-megabytes', megabytes] : [];
  const child = startNode(embeddedMongoEntry, [...storage, '--port', String(port), ...flags], {
    onLine: (line) => (start.read(line) ? undefined : onLine?.(line)),
  });
  return ownBackend({
    child,
    url: `mongodb://127.0.0.1:${port}/render?retryWrites=false&directConnection=true`,
    name: 'embedded database',
    port,
    responds: start.ready,
    otherwise: 'Set MONGODB_URI to use a MongoDB.',
  });
}

/** Follows the status lines of a start, which may take as long as it makes progress. */
function startWatch(say: (line: string) => void = () => undefined) {
  let lastSign = performance.now();
  let ready = false;
  const read = (line: string): boolean => {
    const status = parseStatus(line);
    if (!status) return false;
    lastSign = performance.now();
    if (status.port !== undefined) ready = true;
    else say(`The embedded database reads its data: ${Math.round((status.progress ?? 0) * 100)} %`);
    return true;
  };
  return {
    read,
    ready: async (signal: AbortSignal): Promise<void> => {
      while (!ready) {
        if (performance.now() - lastSign > silenceMs) {
          throw new Error(`not ready, and no progress for ${silenceMs / 1000} s`);
        }
        await sleep(20, undefined, { signal });
      }
    },
  };
}

function parseStatus(line: string): StatusLine | undefined {
  if (!line.startsWith('{"progress":') && !line.startsWith('{"port":')) return undefined;
  return JSON.parse(line) as StatusLine;
}
