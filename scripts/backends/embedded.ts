import { mkdir } from 'node:fs/promises';
import pTimeout from 'p-timeout';
import { embeddedMongoEntry } from '../embedded-mongo/index.ts';
import { startNode } from '../processes/child.ts';
import { freePort } from '../processes/port.ts';
import type { Backend } from './backend.ts';
import { ownBackend } from './own-backend.ts';

const readyMs = 30_000;

/** The embedded database prints one line of JSON when it is ready. */
const readyLine = '{"port":';

/** Starts the embedded database on a free port of 127.0.0.1; `ready` resolves when it accepts connections. */
export async function spawnEmbeddedMongo(dir: string, onLine?: (line: string) => void): Promise<Backend> {
  await mkdir(dir, { recursive: true });
  const port = await freePort();
  let ready: () => void = () => undefined;
  const announced = new Promise<void>((resolve) => {
    ready = resolve;
  });
  const child = startNode(embeddedMongoEntry, ['--dir', dir, '--port', String(port)], {
    onLine: (line) => (line.startsWith(readyLine) ? ready() : onLine?.(line)),
  });
  return ownBackend({
    child,
    url: `mongodb://127.0.0.1:${port}/render?retryWrites=false&directConnection=true`,
    name: 'embedded database',
    port,
    responds: (signal) =>
      pTimeout(announced, { milliseconds: readyMs, message: `not ready after ${readyMs / 1000} s`, signal }),
    otherwise: 'Set MONGODB_URI to use a MongoDB.',
  });
}
