import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { getTypeScriptArguments } from '../typescript/arguments.ts';

const guardScript = fileURLToPath(new URL('./guard.sh', import.meta.url));
const dieWithParent = fileURLToPath(new URL('./die-with-parent.cjs', import.meta.url));
const keptLines = 20;
const errorLevel = 50;

/** End of a child; `lastLines` is the end of its output, for a message of one line. */
export interface ProcessEnding {
  code: number | null;
  signal: NodeJS.Signals | null;
  lastLines: string[];
}

export interface Child {
  pid: number;
  process: ChildProcess;
  /** Resolves when the process is gone, never rejects. */
  ended: Promise<ProcessEnding>;
  /** Asks the child to stop; kills it and what it started after `deadlineMs`. Idempotent. */
  close: (deadlineMs?: number) => Promise<void>;
  /** Kills it and what it started at once. */
  kill: () => void;
  /** Lets this process end while the child runs; the child then ends by itself. */
  unref: () => void;
}

export interface ChildOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** Receives every line of stdout and stderr. */
  onLine?: (line: string) => void;
}

function collectLines(child: ChildProcess, onLine: ((line: string) => void) | undefined): string[] {
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    let rest = '';
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      const parts = (rest + chunk).split('\n');
      rest = (parts.pop() ?? '').slice(-65_536);
      for (const line of parts) {
        onLine?.(line);
        lines.push(line);
      }
      lines.splice(0, lines.length - keptLines);
    });
    stream?.on('end', () => {
      if (rest !== '') lines.push(rest);
    });
  }
  return lines;
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function waitForEnd(child: ChildProcess, lastLines: string[]): Promise<ProcessEnding> {
  const ending = await new Promise<[number | null, NodeJS.Signals | null]>((resolve) => {
    child.once('close', (code, signal) => resolve([code, signal]));
    child.once('error', (error) => {
      lastLines.push(error.message);
      resolve([127, null]);
    });
  });
  return { code: ending[0], signal: ending[1], lastLines };
}

function wrap(child: ChildProcess, options: ChildOptions, ask: () => void): Child {
  const ended = waitForEnd(child, collectLines(child, options.onLine));
  const pid = child.pid ?? 0;
  let over = pid === 0;
  void ended.then(() => {
    over = true;
  });
  let closing: Promise<void> | undefined;
  const close = async (deadlineMs: number) => {
    if (over) return;
    ask();
    const timer = setTimeout(() => killGroup(pid), deadlineMs);
    await ended;
    clearTimeout(timer);
  };
  const unref = () => {
    child.unref();
    child.channel?.unref?.();
    for (const stream of [child.stdin, child.stdout, child.stderr]) (stream as Socket | null)?.unref();
  };
  const kill = () => {
    if (!over) killGroup(pid);
  };
  return {
    pid,
    process: child,
    ended,
    kill,
    unref,
    close: (deadlineMs = 10_000) => (closing ??= close(deadlineMs)),
  };
}

/**
 * Starts a program that is not ours (redis-server, mongod), in its own session so that
 * Ctrl-C in the terminal reaches only us and we decide the order of stopping. It ends when we end,
 * however we end.
 */
export function startGuarded(command: string, args: string[], options: ChildOptions = {}): Child {
  const child = spawn('/bin/sh', [guardScript, command, ...args], {
    cwd: options.cwd,
    env: options.env,
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  });
  child.stdin?.on('error', () => undefined); // EPIPE when the guard is already gone
  return wrap(child, options, () => child.stdin?.end());
}

/** Starts one of our own TypeScript entry points; it ends when the IPC channel does. */
export function startNode(entry: string, args: string[], options: ChildOptions = {}): Child {
  const child = spawn(
    process.execPath,
    ['--require', dieWithParent, ...getTypeScriptArguments(options.env?.BUNDLES), entry, ...args],
    {
      cwd: options.cwd,
      env: options.env,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      detached: true,
    },
  );
  return wrap(child, options, () => child.kill('SIGTERM'));
}

/**
 * Waits for the first message of that type.
 * @throws Error with the child's last lines when it ends first, or when the deadline passes.
 */
export async function waitForMessage<T extends { type: string }>(
  child: Child,
  type: T['type'],
  deadlineMs: number,
): Promise<T> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), deadlineMs);
  const failed = child.ended.then((ending) => {
    throw new Error(endingLine(ending));
  });
  try {
    for (;;) {
      const next = once(child.process, 'message', { signal: abort.signal });
      const [message] = await Promise.race([next, failed]);
      if ((message as T | null)?.type === type) return message as T;
    }
  } catch (error) {
    if (abort.signal.aborted) throw new Error(`not ready after ${deadlineMs / 1000} s`);
    throw error;
  } finally {
    clearTimeout(timer);
    abort.abort();
  }
}

const noise = /^(\s*$|\s+at |\s*\^|Node\.js v|[\s{}]+$)/;
const thrown = /^(Uncaught )?\w*Error\b.*: /;

/** Returns the message of a log line about an end: pino's errors, and every line that is not pino's. */
function words(line: string): string | undefined {
  if (!line.startsWith('{"level"')) return line.trim();
  try {
    const { level, msg, err } = JSON.parse(line) as {
      level: number;
      msg?: string;
      err?: { message?: string };
    };
    return level >= errorLevel ? (err?.message ?? msg) : undefined;
  } catch {
    return undefined; // cut short
  }
}

/** Returns the most informative line: what was thrown, else the last one that is neither noise nor routine. */
function lastWords(lines: string[]): string | undefined {
  const said = lines.filter((line) => !noise.test(line)).map(words);
  return lines.findLast((line) => thrown.test(line)) ?? said.findLast((line) => line !== undefined);
}

/** Returns one line: how it ended and its last message. */
export function endingLine({ code, signal, lastLines }: ProcessEnding): string {
  const how = signal ? `ended by ${signal}` : `ended with code ${code}`;
  const last = lastWords(lastLines);
  return last === undefined ? how : `${how}: ${last}`;
}
