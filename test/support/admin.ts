import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { typeScriptArguments } from '../../scripts/typescript/arguments.ts';

/** What a command of `npm run admin` printed, and its exit code. */
export interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

export interface AdminCall {
  args: string[];
  env: NodeJS.ProcessEnv;
}

const entry = fileURLToPath(new URL('./admin-process.ts', import.meta.url));
let running: ChildProcess | undefined;
let last: Promise<unknown> = Promise.resolve();

/**
 * Runs a command with that environment, after those that were called before. All commands of a test process run in
 * one process, which has loaded them once: a process of its own for each takes a second to start.
 */
export function runAdmin(args: string[], env: NodeJS.ProcessEnv): Promise<Ran> {
  const ran = last.then(() => call({ args, env }));
  last = ran.catch(() => undefined);
  return ran;
}

async function call(message: AdminCall): Promise<Ran> {
  running ??= start();
  const host = running;
  const waiting = new AbortController();
  const { signal } = waiting;
  host.ref();
  host.channel?.ref();
  host.send(message);
  const ended = once(host, 'exit', { signal }).then(([code]) => {
    throw new Error(`the process of the admin commands ended with ${code}`);
  });
  try {
    const [ran] = (await Promise.race([once(host, 'message', { signal }), ended])) as [Ran];
    return ran;
  } finally {
    ended.catch(() => undefined);
    waiting.abort();
    host.unref();
    host.channel?.unref();
  }
}

function start(): ChildProcess {
  const host = fork(entry, { execArgv: typeScriptArguments, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  host.once('exit', () => {
    running = undefined;
  });
  return host;
}
