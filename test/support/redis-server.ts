import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { onPath } from '../../scripts/backends/on-path.ts';
import { freePort } from '../../scripts/processes/port.ts';

/** A Redis of one test's own, to be killed, paused and started again on the same port. */
export interface OwnRedis {
  url: string;
  start(): Promise<void>;
  /** SIGKILL: what is not in the append-only file is gone. */
  kill(): Promise<void>;
  /** Stops responding without closing a socket, like a host that hangs. */
  pause(): void;
  resume(): void;
  /** Ends it and removes its folder. */
  remove(): Promise<void>;
}

function serverArguments(dir: string, port: number, durable: boolean): string[] {
  const persistence = durable ? ['--appendonly', 'yes', '--appendfsync', 'always'] : ['--appendonly', 'no'];
  return ['--port', String(port), '--bind', '127.0.0.1', '--dir', dir, '--save', '', ...persistence];
}

async function answering(url: string): Promise<void> {
  const probe = new Redis(url, { maxRetriesPerRequest: null, retryStrategy: () => 20 });
  probe.on('error', () => undefined);
  await probe.ping().finally(() => probe.disconnect());
}

/** Does not start it yet: `await start()`. `durable` keeps every write over a kill; `args` are further options of the server. */
export async function ownRedis({ durable = true, args = [] as string[] } = {}): Promise<OwnRedis> {
  const binary = onPath(['redis-server', 'valkey-server']);
  if (!binary) throw new Error('These tests kill a Redis of their own: put redis-server on PATH.');
  const dir = mkdtempSync(join(tmpdir(), 'render-platform-redis-'));
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;

  async function kill(): Promise<void> {
    const running = child;
    child = undefined;
    if (!running || running.exitCode !== null) return;
    const gone = once(running, 'exit');
    running.kill('SIGKILL');
    await gone;
  }

  return {
    url,
    kill,
    async start() {
      child = spawn(binary, [...serverArguments(dir, port, durable), ...args], { stdio: 'ignore' });
      await answering(url);
    },
    pause: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
    async remove() {
      await kill();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
