import pTimeout from 'p-timeout';

export interface ProbeResult {
  ok: boolean;
  ms: number;
}

export interface ReadinessFacts {
  /** The process has been told to stop. */
  stopping: boolean;
  stores: Record<string, ProbeResult>;
  /** Renders that wait; absent when the queue could not be read. */
  waiting?: number;
  /** `QUEUE_MAX_WAITING`. */
  maxWaiting: number;
}

export interface Readiness {
  ready: boolean;
  status: 'ready' | 'busy' | 'stopping' | 'unavailable';
  stores: Record<string, ProbeResult>;
  queue: { waiting: number | null; max: number };
}

/**
 * Whether this process should get requests. A deep queue makes it `busy` and still ready: new renders
 * are refused one by one with `Retry-After`, while finished ones can still be fetched, and taking every
 * API process out of the load balancer at once would turn a queue into an outage.
 */
export function evaluateReadiness({ stopping, stores, waiting, maxWaiting }: ReadinessFacts): Readiness {
  const reachable = Object.values(stores).every(({ ok }) => ok) && waiting !== undefined;
  const busy = waiting !== undefined && waiting > maxWaiting;
  const up = reachable ? (busy ? 'busy' : 'ready') : 'unavailable';
  const status = stopping ? 'stopping' : up;
  const queue = { waiting: waiting ?? null, max: maxWaiting };
  return { ready: reachable && !stopping, status, stores, queue };
}

export interface ReadinessSources {
  stopping: () => boolean;
  /** One probe a store, e.g. a ping; rejects when the store does not answer. */
  stores: Record<string, () => Promise<unknown>>;
  waiting: () => Promise<number>;
  maxWaiting: number;
}

const probeMs = 1_000;

/** Asks every store at the same time and answers within a second. */
export function createReadiness(sources: ReadinessSources): () => Promise<Readiness> {
  return async () => {
    const [stores, waiting] = await Promise.all([
      probeAll(sources.stores),
      pTimeout(sources.waiting(), { milliseconds: probeMs }).catch(() => undefined),
    ]);
    const facts = { stopping: sources.stopping(), stores, maxWaiting: sources.maxWaiting };
    return evaluateReadiness(waiting === undefined ? facts : { ...facts, waiting });
  };
}

async function probeAll(probes: ReadinessSources['stores']): Promise<Record<string, ProbeResult>> {
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
