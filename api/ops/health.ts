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
  router.get('/metrics', async (_req, res) => {
    res.set('Content-Type', registry.contentType).send(await registry.metrics());
  });
  return router;
}
