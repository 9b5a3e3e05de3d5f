import { Router } from 'express';
import type { Registry } from 'prom-client';
import type { Readiness } from './readiness.ts';

export interface HealthRouterOptions {
  readiness: () => Promise<Readiness>;
  registry: Registry;
}

/**
 * Routes for machines: `/healthz` (liveness: restart the process when it fails), `/readyz` (readiness: send
 * it requests or not) and `/metrics` (Prometheus text). They contain no customer data and need no login.
 */
export function createHealthRouter({ readiness, registry }: HealthRouterOptions): Router {
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
  router.get('/metrics', async (_req, res) => {
    res.set('Content-Type', registry.contentType).send(await metrics());
  });
  return router;
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
