import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { typeScriptArguments } from '../typescript/arguments.ts';

/** This file runs from its source through tsx, or compiled: its children run the same way. */
const extension = import.meta.url.slice(import.meta.url.lastIndexOf('.'));
const lifeLine = ['..', '../../../scripts']
  .map((scripts) => fileURLToPath(new URL(`${scripts}/processes/die-with-parent.cjs`, import.meta.url)))
  .find(existsSync);
const fromSource = extension === '.ts' ? typeScriptArguments : [];
const withParent = lifeLine ? ['--require', lifeLine] : [];

export type EntryPoint = 'api/main' | 'workers/main' | 'scripts/embedded-mongo/main';

/** A child process that can be killed and stopped. */
export interface OwnProcess {
  pid: number;
  /** Resolves when it is gone. */
  gone: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  signal(name: NodeJS.Signals): void;
  /** Resolves with its `ready` message, or undefined when it ended before. */
  ready(): Promise<{ port: number } | undefined>;
}

export interface OwnProcessOptions {
  env?: NodeJS.ProcessEnv;
  logFile: string;
  /** Starts it in a session of its own: Linux weighs sessions against each other before their processes. */
  ownSession?: boolean | undefined;
}

/** Starts one of the platform's entry points as a real process; what it prints goes to `logFile`. */
export function startOwn(entry: EntryPoint, args: string[], options: OwnProcessOptions): OwnProcess {
  const file = fileURLToPath(new URL(`../../${entry}${extension}`, import.meta.url));
  const log = openSync(options.logFile, 'a');
  const child = spawn(process.execPath, [...withParent, ...fromSource, file, ...args], {
    ...(options.env ? { env: options.env } : {}),
    detached: options.ownSession ?? false,
    stdio: ['ignore', log, log, 'ipc'],
  });
  return wrap(child);
}

function wrap(child: ChildProcess): OwnProcess {
  const gone = once(child, 'exit').then(([code, signal]) => ({ code, signal }));
  const message = new Promise<{ port: number }>((resolve) => {
    child.on('message', (said: { type?: string; port?: number }) => {
      if (said.type === 'ready') resolve({ port: said.port! });
    });
  });
  return {
    pid: child.pid!,
    gone,
    signal: (name) => void child.kill(name),
    ready: () => Promise.race([message, gone.then(() => undefined)]),
  };
}
