import { createHash, timingSafeEqual } from 'node:crypto';
import { Router } from 'express';
import type { Registry } from 'prom-client';
import { ApiError } from '../../shared/errors.ts';
import type { Readiness } from './readiness.ts';

export interface HealthRouterOptions {
  readiness: () => Promise<Readiness>;
  registry: Registry;
  /** `METRICS_TOKEN`; empty: /metrics needs none. */
  metricsToken?: string;
}

/**
 * Routes for machines: `/healthz` (liveness: restart the process when it fails), `/readyz` (readiness: send
 * it requests or not) and `/metrics` (Prometheus text). They contain no customer data and need no
 * login; `/metrics` may need a token.
 */
export function createHealthRouter({ readiness, registry, metricsToken = '' }: HealthRouterOptions): Router {
  const router = Router();
  router.get('/healthz', (_req, res) => {
    res.json({ status: 'ok', uptimeSeconds: Math.round(process.uptime()) });
  });
  router.get('/readyz', async (_req, res) => {
    const state = await readiness();
    res
      .status(state.ready ? 200 : 503)
      .set('Cache-Control', 'no-store')
      .json(state);
  });
  const metrics = sampled(() => registry.metrics());
  router.get('/metrics', async (req, res) => {
    if (metricsToken !== '' && !sameText(req.get('authorization') ?? '', `Bearer ${metricsToken}`))
      throw new ApiError('UNAUTHORIZED', 'Send METRICS_TOKEN in the header "Authorization: Bearer <token>".');
    res.set('Content-Type', registry.contentType).send(await metrics());
  });
  return router;
}

/** Compares in constant time; digests have equal lengths. */
function sameText(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

const sampleMs = 1_000;

/**
 * The result of `read`, at most a second old and read once for concurrent calls: collecting metrics takes about
 * 10 ms of the event loop, and the route needs no login.
 */
function sampled(read: () => Promise<string>): () => Promise<string> {
  let current: { at: number; value: Promise<string> } | undefined;
  return () => {
    if (!current || performance.now() - current.at > sampleMs) {
      const value = read();
      current = { at: performance.now(), value };
      value.catch(() => {
        current = undefined;
      });
    }
    return current.value;
  };
}
