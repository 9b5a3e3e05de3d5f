import { mkdir } from 'node:fs/promises';
import { startGuarded } from '../processes/child.ts';
import { freePort } from '../processes/port.ts';
import type { Backend } from './backend.ts';
import { ownBackend } from './own-backend.ts';

const readyMs = 60_000; // a first start creates its files

/** Starts a private mongod on a free port of 127.0.0.1; `ready` resolves when it accepts connections. */
export async function startMongod(
  binary: string,
  dir: string,
  onLine?: (line: string) => void,
): Promise<Backend> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const port = await freePort();
  const args = ['--dbpath', dir, '--port', String(port), '--bind_ip', '127.0.0.1', '--nounixsocket'];
  const url = `mongodb://127.0.0.1:${port}/render?retryWrites=false&directConnection=true`;
  return ownBackend({
    child: startGuarded(binary, args, onLine ? { onLine } : {}),
    url,
    name: 'mongod',
    port,
    responds: async (signal) => {
      const { pingMongo } = await import('./mongo-ping.ts');
      await pingMongo(url, readyMs, signal);
    },
    otherwise: 'Set MONGODB_URI to use another MongoDB.',
  });
}
