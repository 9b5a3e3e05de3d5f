import { type ChildProcess, fork } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { ImageRejected } from '../../shared/images/image-rejected.ts';
import type { Logger } from '../../shared/log.ts';
import { DecoderLost, type KillReason, lostByExit } from './decoder-lost.ts';
import type { DecoderMessage, DecoderTask } from './messages.ts';

/** From `fork` until it can decode; 0.1 s after the build, 0.4 s under tsx. */
const defaultStartMs = 20_000;

/**
 * Less priority than this process, whose event loop serves all callers. Of a processor that the event loop keeps busy, a
 * decoder still has a tenth: one of the ten seconds that a task has, which the largest images need.
 */
const behindBy = 10;

/**
 * The nice value of the decoder's session: a fourth of a processor that one other session keeps busy. Linux weighs
 * sessions before their processes (sched(7), autogroup), so in its parent's session a decoder would keep other processes of
 * the machine waiting, such as the database.
 */
const sessionBehindBy = 5;

export interface DecoderProcess {
  /** @throws DecoderLost when it does not start */
  ready: Promise<unknown>;
  /** False from `kill` on, although the process may still exist. */
  isAlive(): boolean;
  /** Runs one task, once it is ready; never two at once. @throws ImageRejected, DecoderLost, or Error for a file that cannot be read */
  run(task: DecoderTask): Promise<unknown>;
  kill(reason: KillReason): void;
  /** Resolves when the process is gone. */
  ended: Promise<void>;
}

/** Keeps secrets out of a process that parses untrusted input. */
const inherited = /^(PATH|HOME|TMPDIR|NODE_ENV|LD_LIBRARY_PATH|MALLOC_\w+)$/;

const environment = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => inherited.test(name)));

/** The entry has the extension of this file: `.ts` under tsx, `.js` after the build. */
const entry = fileURLToPath(
  new URL(`./decoder-entry${import.meta.url.slice(import.meta.url.lastIndexOf('.'))}`, import.meta.url),
);

interface Expected {
  resolve(message: DecoderMessage): void;
  reject(error: Error): void;
}

interface DecoderProcessOptions {
  log: Pick<Logger, 'debug'>;
  startMs?: number;
}

/** Starts a process that ends with this one. */
export function startDecoderProcess({
  log,
  startMs = defaultStartMs,
}: DecoderProcessOptions): DecoderProcess {
  const child = fork(entry, {
    env: environment(),
    execArgv: process.execArgv,
    serialization: 'advanced',
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  giveWay(child, log);
  const { nextMessage, isAlive, kill, ended } = listen(child);
  const tooLate = setTimeout(() => kill('start-limit'), startMs);
  const ready = nextMessage().finally(() => clearTimeout(tooLate));
  ready.catch(() => undefined);
  return {
    ready,
    isAlive,
    run: async (task) => {
      const response = nextMessage();
      child.send(task, (error) => error && kill('channel'));
      return unwrapResult(await response);
    },
    kill,
    ended,
  };
}

/** At once: the threads that it starts later inherit it. A system may not allow it. */
function giveWay({ pid }: ChildProcess, log: Pick<Logger, 'debug'>): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, Math.min(getPriority() + behindBy, constants.priority.PRIORITY_LOW));
    if (process.platform === 'linux') writeFileSync(`/proc/${pid}/autogroup`, `${sessionBehindBy}`);
  } catch (error) {
    log.debug({ err: error }, 'image decoder keeps its priority');
  }
}

interface Listening extends Pick<DecoderProcess, 'isAlive' | 'kill' | 'ended'> {
  nextMessage(): Promise<DecoderMessage>;
}

function listen(child: ChildProcess): Listening {
  let expected: Expected | undefined;
  let lost: DecoderLost | undefined;
  let reason: KillReason | undefined;
  const ended = new Promise<void>((resolve) => {
    const end = (error: DecoderLost) => {
      lost ??= error;
      expected?.reject(lost);
      resolve();
    };
    child.once('exit', (code, signal) => end(lostByExit(reason, code, signal)));
    child.once('error', (error) => end(new DecoderLost(`did not start: ${error.message}`, 'itself')));
  });
  child.on('message', (message) => expected?.resolve(message as DecoderMessage));
  const nextMessage = () =>
    new Promise<DecoderMessage>((resolve, reject) => {
      if (lost) reject(lost);
      else expected = { resolve, reject };
    });
  const kill = (why: KillReason) => {
    reason ??= why;
    child.kill('SIGKILL');
  };
  const isAlive = () => lost === undefined && reason === undefined;
  return { nextMessage, isAlive, kill, ended };
}

function unwrapResult(message: DecoderMessage): unknown {
  if (message.kind === 'rejected') throw new ImageRejected(message.reason, message.message);
  if (message.kind === 'failed') throw new Error(message.message);
  return message.kind === 'result' ? message.result : undefined;
}
