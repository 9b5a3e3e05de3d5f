import { readName, readParent } from '../processes/identity.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const shells = new Set(['sh', 'bash', 'dash', 'zsh', 'ash', 'busybox']);
const parentPollMs = 500;

/**
 * On Ctrl-C the terminal signals npm and us, and npm passes its signal on to us: one key press
 * arrives twice within a few milliseconds. Two presses of a person are further apart than this.
 */
export const samePressMs = 300;

export interface StopRequest {
  /** Printed at once, if present. */
  line?: string;
  /** Printed after everything is closed. */
  lastLine?: string;
  exitCode: number;
}

export interface StopRequests {
  /** The first request; later ones do not replace it. */
  first: Promise<StopRequest>;
  request: (request: StopRequest) => void;
}

/** npm, and the shell that npm may have started between it and us; dash and bash replace themselves with us. */
function ancestors(): number[] {
  const parent = process.ppid;
  const above = shells.has(readName(parent) ?? '') ? readParent(parent) : undefined;
  return above === undefined ? [parent] : [parent, above];
}

/** npm killed with -9 forwards no signal: the only sign is that our ancestors have changed. */
function watchAncestors(onGone: () => void): void {
  const before = ancestors().join();
  const timer = setInterval(() => {
    if (ancestors().join() === before) return;
    clearInterval(timer);
    onGone();
  }, parentPollMs);
  timer.unref();
}

function watchSignals(onFirst: (signal: string) => void, onSecond: () => void): void {
  let firstAt: number | undefined;
  for (const signal of signals) {
    process.on(signal, () => {
      if (firstAt === undefined) {
        firstAt = performance.now();
        onFirst(signal);
      } else if (performance.now() - firstAt > samePressMs) onSecond();
    });
  }
}

/** Everything that may end a start: a signal, the terminal or npm ending, a part that is lost. */
export function stopRequests(onSecondSignal: () => void): StopRequests {
  let request: (request: StopRequest) => void = () => undefined;
  const first = new Promise<StopRequest>((resolve) => {
    request = resolve;
  });
  watchSignals(
    (signal) => request({ exitCode: 0, line: signal === 'SIGHUP' ? '' : 'Stopping …' }),
    onSecondSignal,
  );
  if (process.env.npm_lifecycle_event) watchAncestors(() => request({ exitCode: 1 }));
  // A closed terminal or pipe: what we write is no longer read.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => request({ exitCode: 1 }));
  return { first, request };
}
