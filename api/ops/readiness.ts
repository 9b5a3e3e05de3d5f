import pTimeout from 'p-timeout';

export interface ProbeResult {
  ok: boolean;
  ms: number;
}

export interface ReadinessFacts {
  /** The process is shutting down. */
  stopping: boolean;
  backends: Record<string, ProbeResult>;
  /** Renders that wait; absent when the queue could not be read. */
  waiting?: number;
  /** `QUEUE_MAX_WAITING`. */
  maxWaiting: number;
}

export interface Readiness {
  ready: boolean;
  status: 'ready' | 'busy' | 'stopping' | 'unavailable';
  backends: Record<string, ProbeResult>;
  queue: { waiting: number | null; max: number };
}

/**
 * Whether this process should receive requests. A deep queue makes it `busy` and still ready: each new
 * render is rejected with `Retry-After` while finished ones can still be fetched, and removing every API
 * process from the load balancer at once would turn a queue into an outage.
 */
export function evaluateReadiness({ stopping, backends, waiting, maxWaiting }: ReadinessFacts): Readiness {
  const reachable = Object.values(backends).every(({ ok }) => ok) && waiting !== undefined;
  const busy = waiting !== undefined && waiting > maxWaiting;
  const up = reachable ? (busy ? 'busy' : 'ready') : 'unavailable';
  const status = stopping ? 'stopping' : up;
  const queue = { waiting: waiting ?? null, max: maxWaiting };
  return { ready: reachable && !stopping, status, backends, queue };
}

export interface ReadinessSources {
  stopping: () => boolean;
  /** One probe per backend, e.g. a ping; rejects when the backend does not respond. */
  backends: Record<string, () => Promise<unknown>>;
  waiting: () => Promise<number>;
  maxWaiting: number;
}

const probeMs = 1_000;

/** Probes all backends concurrently; resolves within a second. */
export function createReadiness(sources: ReadinessSources): () => Promise<Readiness> {
  return async () => {
    const [backends, waiting] = await Promise.all([
      probeAll(sources.backends),
      pTimeout(sources.waiting(), { milliseconds: probeMs }).catch(() => undefined),
    ]);
    const facts = { stopping: sources.stopping(), backends, maxWaiting: sources.maxWaiting };
    return evaluateReadiness(waiting === undefined ? facts : { ...facts, waiting });
  };
}

async function probeAll(probes: ReadinessSources['backends']): Promise<Record<string, ProbeResult>> {
  const entries = Object.entries(probes).map(async ([name, probe]) => [name, await measure(probe)] as const);
  return Object.fromEntries(await Promise.all(entries));
}

async function measure(probe: () => Promise<unknown>): Promise<ProbeResult> {
  const startedAt = performance.now();
  const ok = await pTimeout(probe(), { milliseconds: probeMs }).then(
    () => true,
    () => false,
  );
  return { ok, ms: Math.round(performance.now() - startedAt) };
}
