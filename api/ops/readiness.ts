import pTimeout from 'p-timeout';
import type { Rendering } from './rendering.ts';
import { sampled } from './sampled.ts';

export interface ProbeResult {
  ok: boolean;
  ms: number;
}

export interface ReadinessFacts {
  /** The process is shutting down. */
  stopping: boolean;
  backends: Record<string, ProbeResult>;
  /** Probes of this process itself: its file system, its decoder. */
  process: Record<string, ProbeResult>;
  rendering: Rendering;
  /** Renders that wait; absent when the queue could not be read. */
  waiting?: number;
  /** `QUEUE_MAX_WAITING`. */
  maxWaiting: number;
}

export interface Readiness extends Pick<ReadinessFacts, 'backends' | 'process' | 'rendering'> {
  ready: boolean;
  status: 'ready' | 'busy' | 'not-rendering' | 'degraded' | 'stopping' | 'unavailable';
  queue: { waiting: number | null; max: number };
}

/**
 * Decides whether this process should receive requests: not while it is stopping, while it cannot work itself, or
 * while no backend at all responds to it, which means that it has lost its network. All other troubles are shared
 * by all API processes: a backend that is down or slow, a deep queue, a fleet that cannot render. If those counted,
 * every process would leave the load balancer at once, and what still works would end: only an API process responds
 * with JSON, CORS headers and `Retry-After`, delivers finished images, and takes events and orders.
 */
export function evaluateReadiness(facts: ReadinessFacts): Readiness {
  const { stopping, backends, process, rendering, waiting, maxWaiting } = facts;
  const connected = Object.values(backends).some(({ ok }) => ok);
  const able = connected && Object.values(process).every(({ ok }) => ok);
  const status = stopping ? 'stopping' : able ? statusOfService(facts) : 'unavailable';
  const queue = { waiting: waiting ?? null, max: maxWaiting };
  return { ready: able && !stopping, status, backends, process, rendering, queue };
}

/** Returns how the backends and workers are that all API processes share, the worst first. */
function statusOfService({ backends, rendering, waiting, maxWaiting }: ReadinessFacts): Readiness['status'] {
  if (waiting === undefined || Object.values(backends).some(({ ok }) => !ok)) return 'degraded';
  if (!rendering.possible) return 'not-rendering';
  return waiting > maxWaiting ? 'busy' : 'ready';
}

type Probes = Record<string, () => Promise<unknown>>;

export interface ReadinessSources {
  stopping: () => boolean;
  /** One probe per backend, e.g. a ping; rejects when the backend does not respond. */
  backends: Probes;
  /** Probes of what this process needs of itself; they reject when it fails. */
  process: Probes;
  rendering: () => Promise<Rendering>;
  waiting: () => Promise<number>;
  maxWaiting: number;
}

/** Less than the second after which load balancers and Kubernetes take a missing response for a failed check. */
const probeMs = 750;

const unknown: Rendering = { possible: false, reasons: ['the workers cannot be read from Redis'] };

/** Probes everything concurrently, at most once a second; resolves in less than a second. */
export function createReadiness(sources: ReadinessSources): () => Promise<Readiness> {
  const backends = prober(sources.backends);
  const process = prober(sources.process);
  const probe = sampled(async () => {
    const [ofBackends, ofProcess, rendering, waiting] = await Promise.all([
      backends(),
      process(),
      pTimeout(sources.rendering(), { milliseconds: probeMs }).catch(() => unknown),
      pTimeout(sources.waiting(), { milliseconds: probeMs }).catch(() => undefined),
    ]);
    const found = { backends: ofBackends, process: ofProcess, rendering, maxWaiting: sources.maxWaiting };
    return waiting === undefined ? found : { ...found, waiting };
  });
  return async () => evaluateReadiness({ ...(await probe()), stopping: sources.stopping() });
}

function prober(probes: Probes): () => Promise<Record<string, ProbeResult>> {
  const all = Object.entries(probes).map(([name, probe]) => ({ name, probe: oneAtATime(probe) }));
  return async () =>
    Object.fromEntries(await Promise.all(all.map(async ({ name, probe }) => [name, await measure(probe)])));
}

/** A probe that hangs is awaited again, not started again: retries would pile up. */
function oneAtATime(probe: () => Promise<unknown>): () => Promise<unknown> {
  let running: Promise<unknown> | undefined;
  return () => {
    running ??= probe().finally(() => {
      running = undefined;
    });
    return running;
  };
}

async function measure(probe: () => Promise<unknown>): Promise<ProbeResult> {
  const startedAt = performance.now();
  const ok = await pTimeout(probe(), { milliseconds: probeMs }).then(
    () => true,
    () => false,
  );
  return { ok, ms: Math.round(performance.now() - startedAt) };
}
