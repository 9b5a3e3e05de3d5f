import { readFile } from 'node:fs/promises';
import { SetupError } from '../backends/backend.ts';
import { sleep, until } from './clock.ts';
import { type EntryPoint, type OwnProcess, startOwn } from './own-processes.ts';

/** End of a process of the platform. */
export type Death = 'killed' | 'failpoint' | 'stopped' | 'failed-start' | 'crashed';

/**
 * An API or a worker of the platform. A process that ends, for whatever reason, is started again, as a
 * supervisor would do it.
 */
export interface Member {
  name: string;
  /** Port of its newest process; undefined while none is ready. */
  port(): number | undefined;
  /** Of its newest process. */
  pid(): number;
  /** Resolves when a process is ready. @throws SetupError with the last line of its log when none is by the deadline */
  ready(deadlineMs?: number): Promise<void>;
  /** `kill -9`; the next process starts after `downMs`, with that failpoint armed. */
  kill(downMs: number, failpoint?: string): Promise<void>;
  /** Arms a failpoint in the next process, the one after the death of this one. */
  armNext(failpoint: string): void;
  /** The failpoint its newest process was started with. */
  armed(): string | undefined;
  /** Stops its process with SIGSTOP until the returned function is called, even when another has replaced it by then. */
  freeze(): () => void;
  /** Starts a new process, waits until it is ready, then ends the old one with SIGTERM. */
  roll(): Promise<void>;
  deaths: Record<Death, number>;
  close(): Promise<void>;
}

export interface MemberOptions {
  name: string;
  entry: EntryPoint;
  env: NodeJS.ProcessEnv;
  logFile: string;
  /** Until a process must be ready; default: 90 s. */
  startDeadlineMs?: number | undefined;
  /** As of `startOwn`. */
  ownSession?: boolean | undefined;
}

interface Running {
  process: OwnProcess;
  port?: number;
  /** Ending caused by the runner: it is not a crash. */
  ending?: 'killed' | 'stopped';
  failpoint: string | undefined;
}

const failedStartPauseMs = 200;
/** Far more than a start takes on a busy machine, and less than a runner waits for. */
const defaultStartDeadlineMs = 90_000;

/** Starts the first process of a member; the promise of `ready` says when it is ready. */
export function startMember(options: MemberOptions): Member {
  return new RestartedProcess(options);
}

class RestartedProcess implements Member {
  readonly name: string;
  readonly deaths: Record<Death, number> = {
    killed: 0,
    failpoint: 0,
    stopped: 0,
    'failed-start': 0,
    crashed: 0,
  };
  readonly #options: MemberOptions;
  readonly #all = new Set<Running>();
  #closed = false;
  #current: Running;
  #next: { downMs: number; failpoint?: string } = { downMs: 0 };

  constructor(options: MemberOptions) {
    this.name = options.name;
    this.#options = options;
    this.#current = this.#launch();
  }

  port(): number | undefined {
    return this.#current.port;
  }

  pid(): number {
    return this.#current.process.pid;
  }

  async ready(deadlineMs = this.#options.startDeadlineMs ?? defaultStartDeadlineMs): Promise<void> {
    const settled = () => this.#current.port !== undefined || this.#closed;
    if (await until(settled, deadlineMs, 20)) return;
    const { logFile } = this.#options;
    const lastLine = (await readFile(logFile, 'utf8')).trimEnd().split('\n').at(-1);
    throw new SetupError(
      `${this.name} is not ready after ${deadlineMs / 1000} s. Last line of ${logFile}: ${lastLine}`,
    );
  }

  async kill(downMs: number, failpoint?: string): Promise<void> {
    const victim = this.#current;
    if (victim.ending) return;
    this.#next = { downMs, ...(failpoint ? { failpoint } : {}) };
    victim.ending = 'killed';
    victim.process.signal('SIGKILL');
    await victim.process.gone;
  }

  armNext(failpoint: string): void {
    this.#next = { downMs: 0, failpoint };
  }

  armed(): string | undefined {
    return this.#current.failpoint;
  }

  freeze(): () => void {
    const { process: frozen } = this.#current;
    frozen.signal('SIGSTOP');
    return () => frozen.signal('SIGCONT');
  }

  async roll(): Promise<void> {
    const old = this.#current;
    const fresh = this.#launch();
    while (fresh.port === undefined && this.#all.has(fresh)) await sleep(20);
    // One that does not start replaces nothing, and one that was killed meanwhile has a successor.
    if (fresh.port === undefined || old !== this.#current) return stop(fresh);
    this.#current = fresh;
    await stop(old);
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const running of this.#all) {
      running.ending ??= 'stopped';
      running.process.signal('SIGCONT');
      running.process.signal('SIGTERM');
      setTimeout(() => running.process.signal('SIGKILL'), 20_000).unref();
    }
    await Promise.all([...this.#all].map((running) => running.process.gone));
  }

  #launch(failpoint?: string): Running {
    const { entry, env, logFile, ownSession } = this.#options;
    const process = startOwn(entry, [], {
      env: { ...env, ...(failpoint ? { FAILPOINT: failpoint } : {}) },
      logFile,
      ownSession,
    });
    const running: Running = { process, failpoint };
    this.#all.add(running);
    void process.ready().then((message) => {
      if (message) running.port = message.port;
    });
    void process.gone.then(({ signal, code }) => this.#restart(running, signal, code));
    return running;
  }

  async #restart(running: Running, signal: NodeJS.Signals | null, code: number | null): Promise<void> {
    const wasReady = running.port !== undefined;
    this.#all.delete(running);
    delete running.port;
    const death = toDeath(running, signal, code, wasReady);
    this.deaths[death] += 1;
    if (running !== this.#current || this.#closed) return;
    const { downMs, failpoint } = this.#next;
    this.#next = { downMs: 0 };
    await sleep(death === 'failed-start' ? failedStartPauseMs : downMs);
    if (!this.#closed && running === this.#current) this.#current = this.#launch(failpoint);
  }
}

async function stop(running: Running): Promise<void> {
  running.ending ??= 'stopped';
  running.process.signal('SIGTERM');
  await running.process.gone;
}

function toDeath(
  running: Running,
  signal: NodeJS.Signals | null,
  code: number | null,
  wasReady: boolean,
): Death {
  if (running.ending === 'killed') return 'killed';
  if (signal === 'SIGKILL' && running.failpoint) return 'failpoint';
  if (running.ending === 'stopped' && code === 0) return 'stopped';
  return wasReady ? 'crashed' : 'failed-start';
}
