import { mkdir } from 'node:fs/promises';
import { startGuarded } from '../processes/child.ts';
import { freePort } from '../processes/port.ts';
import { pingMongo } from './mongo-ping.ts';
import { ownStore, readyOrLost } from './own-store.ts';
import { SetupError, type Store } from './store.ts';

const readyMs = 60_000; // a first start lays out its files

/**
 * Starts a private mongod on a free port of 127.0.0.1.
 * @throws SetupError with the server's own last line when it does not come up.
 */
export async function startMongod(
  binary: string,
  dir: string,
  onLine?: (line: string) => void,
): Promise<Store> {
  await mkdir(dir, { recursive: true });
  const port = await freePort();
  const args = ['--dbpath', dir, '--port', String(port), '--bind_ip', '127.0.0.1', '--nounixsocket'];
  const url = `mongodb://127.0.0.1:${port}/render?retryWrites=false&directConnection=true`;
  const child = startGuarded(binary, args, onLine ? { onLine } : {});
  const outcome = await readyOrLost(child, (signal) => pingMongo(url, readyMs, signal));
  if (outcome === 'ready') return ownStore(child, url, `own mongod on 127.0.0.1:${port}`);
  await child.close();
  throw new SetupError(`mongod did not start (${outcome}). Set MONGODB_URI to use another MongoDB.`);
}
