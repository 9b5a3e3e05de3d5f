import { type Child, endingLine } from '../processes/child.ts';
import { type Backend, SetupError } from './backend.ts';

export interface OwnBackend {
  child: Child;
  url: string;
  /** Such as `redis-server`. */
  name: string;
  port: number;
  /** Resolves when the backend responds, rejects at its deadline or when aborted. */
  responds: (signal: AbortSignal) => Promise<void>;
  /** Remedy when it does not start. */
  otherwise: string;
}

/** Waits until the backend responds or its process ends, whichever is first. */
async function untilReady({ child, name, responds, otherwise }: OwnBackend): Promise<void> {
  const abort = new AbortController();
  const outcome = responds(abort.signal).then(
    () => undefined,
    (error: Error) => error.message,
  );
  const failure = await Promise.race([outcome, child.ended.then(endingLine)]);
  abort.abort();
  if (failure === undefined) return;
  await child.close();
  throw new SetupError(`${name} did not start (${failure}). ${otherwise}`);
}

/**
 * Returns a backend in a process of ours. It is returned before it responds, so that what uses it can start at the same
 * time; the API and the workers wait for their backends.
 */
export function ownBackend(backend: OwnBackend): Backend {
  const { child, url, name, port } = backend;
  let closing = false;
  const never = new Promise<string>(() => undefined);
  const ready = untilReady(backend);
  ready.catch(() => undefined); // a start that failed elsewhere never awaits it
  const lostAfter = async () => {
    const started = await ready.then(
      () => true,
      () => false,
    );
    const ending = await child.ended;
    return closing || !started ? never : endingLine(ending);
  };
  return {
    url,
    ready,
    what: `own ${name} on 127.0.0.1:${port}`,
    lost: lostAfter(),
    unref: child.unref,
    close: () => {
      closing = true;
      return child.close();
    },
  };
}
