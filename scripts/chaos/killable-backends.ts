import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { SetupError } from '../backends/backend.ts';
import { pingMongo } from '../backends/mongo-ping.ts';
import { onPath } from '../backends/on-path.ts';
import { pingRedis } from '../backends/redis-ping.ts';
import { type Child, startGuarded } from '../processes/child.ts';
import { freePort } from '../processes/port.ts';
import { type OwnProcess, type OwnProcessOptions, startOwn } from './own-processes.ts';

/** A backend in a process of our own that is killed with -9 and started again over what it left on disk. */
export interface KillableBackend {
  /** The port it listens on at the moment; each start takes a new one. */
  port(): number;
  kill(): Promise<void>;
  /** Resolves once it responds. */
  start(): Promise<void>;
  signal(name: NodeJS.Signals): void;
}

/** A start was seen to take more than 20 s on a busy machine. */
const readyMs = 120_000;

/** Redis as in production: an append-only file, synced every second. */
export function killableRedis(dataDir: string): KillableBackend {
  const binary = onPath(['redis-server', 'valkey-server']);
  if (!binary) throw new SetupError('The chaos run kills a Redis of its own: put redis-server on PATH.');
  const dir = join(dataDir, 'redis');
  let port = 0;
  let child: Child | undefined;
  return {
    port: () => port,
    kill: async () => {
      child?.kill();
      await child?.ended;
    },
    start: async () => {
      await mkdir(dir, { recursive: true });
      port = await freePort();
      const settings = { port, bind: '127.0.0.1', dir, appendonly: 'yes', appendfsync: 'everysec', save: '' };
      const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
      child = startGuarded(binary, args);
      await pingRedis(`redis://127.0.0.1:${port}`, readyMs);
    },
    signal: (name) => void (child && process.kill(-child.pid, name)),
  };
}

/** The embedded database, which journals every write before it responds. */
export function killableEmbeddedMongo(
  dataDir: string,
  { ownSession }: Pick<OwnProcessOptions, 'ownSession'> = {},
): KillableBackend {
  const dir = join(dataDir, 'mongo');
  let port = 0;
  let child: OwnProcess | undefined;
  return {
    port: () => port,
    kill: async () => {
      child?.signal('SIGKILL');
      await child?.gone;
    },
    start: async () => {
      await mkdir(dir, { recursive: true });
      port = await freePort();
      const args = ['--dir', dir, '--port', String(port), '--test-commands'];
      child = startOwn('scripts/embedded-mongo/main', args, {
        logFile: join(dataDir, 'mongo.log'),
        ownSession,
      });
      await pingMongo(`mongodb://127.0.0.1:${port}/chaos?directConnection=true`, readyMs);
    },
    signal: (name) => child?.signal(name),
  };
}
