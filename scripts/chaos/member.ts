import { pause } from './clock.ts';
import { type Entry, type OwnProcess, startOwn } from './own-processes.ts';

/** How a process of the platform came to its end. */
export type Death = 'killed' | 'failpoint' | 'stopped' | 'failed-start' | 'crashed';

/**
 * One place of the platform, an API or a worker, in which there is always a process: one that ends,
 * however it ends, is started again, as a supervisor would do it.
 */
export interface Member {
  name: string;
  /** Where its newest process listens; undefined while none is ready. */
  port(): number | undefined;
  /** Resolves when a process is ready. */
  ready(): Promise<void>;
  /** `kill -9`; the next process starts after `downMs`, with that failpoint armed. */
  kill(downMs: number, failpoint?: string): Promise<void>;
  /** Arms a failpoint in the next process, the one after the death of this one. */
  armNext(failpoint: string): void;
  /** The failpoint its newest process was started with. */
  armed(): string | undefined;
  /** Stops its process with SIGSTOP until the answered function is called, whoever has its place by then. */
  freeze(): () => void;
  /** Starts a new process, waits until it is ready, then ends the old one with SIGTERM. */
  roll(): Promise<void>;
  deaths: Record<Death, number>;
  close(): Promise<void>;
}

export interface MemberOptions {
  name: string;
  entry: Entry;
  env: NodeJS.ProcessEnv;
  logFile: string;
}

interface Running {
  process: OwnProcess;
  port?: number;
  /** What we did to it, so that its end is no surprise. */
  ending?: 'killed' | 'stopped';
  failpoint: string | undefined;
}

const failedStartPauseMs = 200;

export async function startMember(options: MemberOptions): Promise<Member> {
  const deaths: Record<Death, number> = {
    killed: 0,
    failpoint: 0,
    stopped: 0,
    'failed-start': 0,
    crashed: 0,
  };
  const all = new Set<Running>();
  let closed = false;
  let current = launch();
  let next: { downMs: number; failpoint?: string } = { downMs: 0 };

  function launch(failpoint?: string): Running {
    const env = { ...options.env, ...(failpoint ? { FAILPOINT: failpoint } : {}) };
    const process = startOwn(options.entry, [], { env, logFile: options.logFile });
    const running: Running = { process, failpoint };
    all.add(running);
    void process.ready().then((said) => {
      if (said) running.port = said.port;
    });
    void process.gone.then(({ signal, code }) => over(running, signal, code));
    return running;
  }

  async function over(running: Running, signal: NodeJS.Signals | null, code: number | null): Promise<void> {
    const wasReady = running.port !== undefined;
    all.delete(running);
    delete running.port;
    const death = deathOf(running, signal, code, wasReady);
    deaths[death] += 1;
    if (running !== current || closed) return;
    const { downMs, failpoint } = next;
    next = { downMs: 0 };
    await pause(death === 'failed-start' ? failedStartPauseMs : downMs);
    if (!closed && running === current) current = launch(failpoint);
  }

  async function ready(): Promise<void> {
    while (current.port === undefined && !closed) await pause(20);
  }

  async function stop(running: Running): Promise<void> {
    running.ending ??= 'stopped';
    running.process.signal('SIGTERM');
    await running.process.gone;
  }

  return {
    name: options.name,
    deaths,
    port: () => current.port,
    ready,
    kill: async (downMs, failpoint) => {
      const victim = current;
      if (victim.ending) return;
      next = { downMs, ...(failpoint ? { failpoint } : {}) };
      victim.ending = 'killed';
      victim.process.signal('SIGKILL');
      await victim.process.gone;
    },
    armNext: (failpoint) => {
      next = { downMs: 0, failpoint };
    },
    armed: () => current.failpoint,
    freeze: () => {
      const { process: frozen } = current;
      frozen.signal('SIGSTOP');
      return () => frozen.signal('SIGCONT');
    },
    roll: async () => {
      const old = current;
      const fresh = launch();
      while (fresh.port === undefined && all.has(fresh)) await pause(20);
      // One that does not come up replaces nothing, and one that was killed meanwhile has a successor.
      if (fresh.port === undefined || old !== current) return stop(fresh);
      current = fresh;
      await stop(old);
    },
    close: async () => {
      closed = true;
      for (const running of all) {
        running.ending ??= 'stopped';
        running.process.signal('SIGCONT');
        running.process.signal('SIGTERM');
        setTimeout(() => running.process.signal('SIGKILL'), 20_000).unref();
      }
      await Promise.all([...all].map((running) => running.process.gone));
    },
  };
}

function deathOf(
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
