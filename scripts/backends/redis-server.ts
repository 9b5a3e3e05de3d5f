import { randomBytes } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startGuarded } from '../processes/child.ts';
import { freePort } from '../processes/port.ts';
import type { Backend } from './backend.ts';
import { endLeftover } from './leftover.ts';
import { ownBackend } from './own-backend.ts';

const readyMs = 20_000;
const pingMs = 2_000;
const pauseMs = 20;

interface ServerOptions {
  binary: string;
  dir: string;
  /** Keeps an append-only file, so that a queue survives a restart; false for tests. */
  durable: boolean;
}

const pidFile = (dir: string) => join(dir, 'redis.pid');

/** In a file, because every user of the machine can read the arguments of a process. */
async function writePassword(dir: string): Promise<{ file: string; password: string }> {
  const file = join(dir, 'redis.conf');
  const password = randomBytes(24).toString('hex');
  await rm(file, { force: true }); // an older one would keep its mode
  await writeFile(file, `requirepass ${password}\n`, { mode: 0o600 });
  return { file, password };
}

/** Without `noeviction` Redis may drop jobs when memory is short; BullMQ warns about any other policy. */
function redisArguments({ dir, durable }: ServerOptions, port: number): string[] {
  const settings: [string, string][] = [
    ['port', String(port)],
    ['bind', '127.0.0.1'],
    ['protected-mode', 'yes'],
    ['dir', dir],
    ['pidfile', pidFile(dir)],
    ['maxmemory-policy', 'noeviction'],
    ['appendonly', durable ? 'yes' : 'no'],
    ['appendfsync', 'everysec'],
    ['save', ''],
    ['daemonize', 'no'],
    ['always-show-logo', 'no'],
  ];
  return settings.flatMap(([name, value]) => [`--${name}`, value]);
}

/** Uses a plain socket: ioredis takes 80 ms to load, a tenth of what a start may take here. */
function pingOnce(port: number, password: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.setTimeout(pingMs, () => socket.destroy());
    socket.on('error', () => undefined); // not listening yet: `close` follows
    let received = '';
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      received += chunk;
      if (!/^(\+PONG|-)/m.test(received)) return; // `+OK`, the response to AUTH, comes first
      resolve(received.includes('+PONG')); // `-LOADING` while it reads its data
      socket.destroy();
    });
    socket.once('close', () => resolve(false));
    socket.write(`AUTH ${password}\r\nPING\r\n`);
  });
}

async function untilPong(port: number, password: string, signal: AbortSignal): Promise<void> {
  const end = performance.now() + readyMs;
  while (!(await pingOnce(port, password))) {
    if (signal.aborted || performance.now() > end) throw new Error(`no response after ${readyMs / 1000} s`);
    await pause(pauseMs);
  }
}

/**
 * Starts a private Redis on a free port of 127.0.0.1, with a random password that is in its URL only; `ready`
 * resolves when it accepts connections.
 */
export async function startRedisServer(
  options: ServerOptions,
  onLine?: (line: string) => void,
): Promise<Backend> {
  const dir = resolve(options.dir);
  await mkdir(dir, { recursive: true, mode: 0o700 });
  await endLeftover(pidFile(dir), dir);
  const port = await freePort();
  const { file, password } = await writePassword(dir);
  const args = [file, ...redisArguments({ ...options, dir }, port)];
  return ownBackend({
    child: startGuarded(options.binary, args, onLine ? { onLine } : {}),
    url: `redis://:${password}@127.0.0.1:${port}`,
    name: 'redis-server',
    port,
    responds: (signal) => untilPong(port, password, signal),
    otherwise: 'Set REDIS_URL to use another Redis.',
  });
}
