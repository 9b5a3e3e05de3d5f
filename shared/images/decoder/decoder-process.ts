import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ImageRejected } from '../image-rejected.ts';
import type { DecoderMessage, DecoderTask } from './messages.ts';

/** The process ended, or was ended, before it responded. */
export class DecoderLost extends Error {
  override name = 'DecoderLost';
  readonly signal: NodeJS.Signals | null;

  constructor(how: string, signal: NodeJS.Signals | null = null) {
    super(`The process that decodes images ${how}.`);
    this.signal = signal;
  }
}

export interface DecoderProcess {
  /** @throws DecoderLost when it does not start */
  ready: Promise<unknown>;
  isAlive(): boolean;
  /** Runs one task, once it is ready; never two at once. @throws ImageRejected, DecoderLost, or Error for a file that cannot be read */
  run(task: DecoderTask): Promise<unknown>;
  kill(): void;
  /** Resolves when the process is gone. */
  ended: Promise<void>;
}

/** From `fork` until it can decode; 0.1 s after the build, 0.4 s under tsx. */
const startMs = 20_000;

/** Secrets stay out of a process that parses what strangers send. */
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

/** Starts a process that ends with this one. */
export function startDecoderProcess(): DecoderProcess {
  const child = fork(entry, {
    env: environment(),
    execArgv: process.execArgv,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const { nextMessage, isAlive, ended } = listen(child);
  const kill = () => void child.kill('SIGKILL');
  const tooLate = setTimeout(kill, startMs);
  const ready = nextMessage().finally(() => clearTimeout(tooLate));
  ready.catch(() => undefined);
  return {
    ready,
    isAlive,
    run: async (task) => {
      const response = nextMessage();
      child.send(task, (error) => error && kill());
      return resultOf(await response);
    },
    kill,
    ended,
  };
}

interface Listening extends Pick<DecoderProcess, 'isAlive' | 'ended'> {
  nextMessage(): Promise<DecoderMessage>;
}

function listen(child: ChildProcess): Listening {
  let expected: Expected | undefined;
  let lost: DecoderLost | undefined;
  const ended = new Promise<void>((resolve) => {
    const end = (error: DecoderLost) => {
      lost ??= error;
      expected?.reject(lost);
      resolve();
    };
    child.once('exit', (code, signal) =>
      end(new DecoderLost(`ended with ${signal ?? `code ${code}`}`, signal)),
    );
    child.once('error', (error) => end(new DecoderLost(`did not start: ${error.message}`)));
  });
  child.on('message', (message) => expected?.resolve(message as DecoderMessage));
  const nextMessage = () =>
    new Promise<DecoderMessage>((resolve, reject) => {
      if (lost) reject(lost);
      else expected = { resolve, reject };
    });
  return { nextMessage, isAlive: () => lost === undefined, ended };
}

function resultOf(message: DecoderMessage): unknown {
  if (message.kind === 'rejected') throw new ImageRejected(message.reason, message.message);
  if (message.kind === 'failed') throw new Error(message.message);
  return message.kind === 'result' ? message.result : undefined;
}
