import { Router } from 'express';
import type { Registry } from 'prom-client';
import type { Readiness } from './readiness.ts';

export interface HealthRouterOptions {
  readiness: () => Promise<Readiness>;
  registry: Registry;
}

/**
 * What machines ask: `/healthz` (the process answers: restart it when not), `/readyz` (send it requests
 * or don't) and `/metrics` (Prometheus text). They hold no customer data and ask for no login.
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
