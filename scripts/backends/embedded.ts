import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import pTimeout from 'p-timeout';
import { startNode } from '../processes/child.ts';
import { freePort } from '../processes/port.ts';
import type { Store } from './backend.ts';
import { ownStore } from './own-backend.ts';

const entry = fileURLToPath(new URL('../embedded-mongo/main.ts', import.meta.url));
const readyMs = 30_000;

/** The embedded database says by one line of JSON that it is ready. */
const readyLine = '{"port":';

/** Starts the embedded database on a free port of 127.0.0.1; see `ready` for when it answers. */
export async function startEmbeddedMongo(dir: string, onLine?: (line: string) => void): Promise<Store> {
  await mkdir(dir, { recursive: true });
  const port = await freePort();
  let ready: () => void = () => undefined;
  const said = new Promise<void>((resolve) => {
    ready = resolve;
  });
  const child = startNode(entry, ['--dir', dir, '--port', String(port)], {
    onLine: (line) => (line.startsWith(readyLine) ? ready() : onLine?.(line)),
  });
  return ownStore({
    child,
    url: `mongodb://127.0.0.1:${port}/render?retryWrites=false&directConnection=true`,
    name: 'embedded database',
    port,
    answers: (signal) =>
      pTimeout(said, { milliseconds: readyMs, message: `not ready after ${readyMs / 1000} s`, signal }),
    otherwise: 'Set MONGODB_URI to use a MongoDB.',
  });
}
