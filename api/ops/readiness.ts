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
  /** What this process needs of itself: its file system, its decoder. */
  process: Record<string, ProbeResult>;
  rendering: Rendering;
  /** Renders that wait; absent when the queue could not be read. */
  waiting?: number;
  /** `QUEUE_MAX_WAITING`. */
  maxWaiting: number;
}

export interface Readiness extends Pick<ReadinessFacts, 'backends' | 'process' | 'rendering'> {
  ready: boolean;
  status: 'ready' | 'busy' | 'not-rendering' | 'stopping' | 'unavailable';
  queue: { waiting: number | null; max: number };
}

/**
 * Whether this process should receive requests. A deep queue makes it `busy` and still ready: each new
 * render is rejected with `Retry-After` while finished ones can still be fetched, and removing every API
 * process from the load balancer at once would turn a queue into an outage. For the same reason it stays
 * ready while the fleet cannot render: renders wait for a worker, and events and orders must not be lost.
 */
export function evaluateReadiness(facts: ReadinessFacts): Readiness {
  const { stopping, backends, process, rendering, waiting, maxWaiting } = facts;
  const probes = [...Object.values(backends), ...Object.values(process)];
  const able = probes.every(({ ok }) => ok) && waiting !== undefined;
  const busy = waiting !== undefined && waiting > maxWaiting;
  const up = !rendering.possible ? 'not-rendering' : busy ? 'busy' : 'ready';
  const status = stopping ? 'stopping' : able ? up : 'unavailable';
  const queue = { waiting: waiting ?? null, max: maxWaiting };
  return { ready: able && !stopping, status, backends, process, rendering, queue };
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

const probeMs = 1_000;

const unknown: Rendering = { possible: false, reasons: ['the workers cannot be read from Redis'] };

/** Probes everything concurrently, at most once a second; resolves within a second. */
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

/** A probe that hangs is waited for again, not repeated: repeats would pile up. */
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
