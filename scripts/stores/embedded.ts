import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Child, endingLine, startNode } from '../processes/child.ts';
import { ownStore } from './own-store.ts';
import { SetupError, type Store } from './store.ts';

const entry = fileURLToPath(new URL('../embedded-mongo/main.ts', import.meta.url));
const readyMs = 30_000;

/** The embedded store says on which port it is ready by one line of JSON. */
function portIn(line: string): number | undefined {
  if (!line.startsWith('{"port":')) return undefined;
  return (JSON.parse(line) as { port: number }).port;
}

function listening(child: Child, port: Promise<number>): Promise<number> {
  const lost = child.ended.then((ending) => {
    throw new SetupError(`The embedded store did not start: ${endingLine(ending)}`);
  });
  const late = new Promise<never>((_, reject) => {
    const error = new SetupError(`The embedded store was not ready after ${readyMs / 1000} s.`);
    setTimeout(() => reject(error), readyMs).unref();
  });
  return Promise.race([port, lost, late]);
}

/**
 * Starts the embedded development store on a free port of 127.0.0.1.
 * @throws SetupError when it does not come up.
 */
export async function startEmbeddedMongo(dir: string, onLine?: (line: string) => void): Promise<Store> {
  await mkdir(dir, { recursive: true });
  let ready: (port: number) => void = () => undefined;
  const portKnown = new Promise<number>((resolve) => {
    ready = resolve;
  });
  const child = startNode(entry, ['--dir', dir, '--port', '0'], {
    onLine: (line) => {
      const port = portIn(line);
      if (port !== undefined) ready(port);
      else onLine?.(line);
    },
  });
  const port = await listening(child, portKnown).catch(async (error: unknown) => {
    await child.close();
    throw error;
  });
  const url = `mongodb://127.0.0.1:${port}/render?retryWrites=false&directConnection=true`;
  return ownStore(child, url, `embedded development store on 127.0.0.1:${port}`);
}
