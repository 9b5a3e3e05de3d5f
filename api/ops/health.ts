import { Router } from 'express';
import type { Readiness } from './readiness.ts';

/**
 * Routes for machines: `/healthz` (liveness: restart the process when it fails) and `/readyz` (readiness: send it
 * requests or not). They contain no customer data and need no login. `/readyz?for=renders` is for monitors: it is
 * 503 also while the service cannot render, because of its backends or its workers.
 */
export function createHealthRouter(readiness: () => Promise<Readiness>): Router {
  const router = Router();
  router.get('/healthz', (_req, res) => {
    res.json({ status: 'ok', uptimeSeconds: Math.round(process.uptime()) });
  });
  router.get('/readyz', async (req, res) => {
    const state = await readiness();
    const renders = state.rendering.possible && state.status !== 'degraded';
    const ready = state.ready && (req.query.for !== 'renders' || renders);
    res
      .status(ready ? 200 : 503)
      .set('Cache-Control', 'no-store')
      .json(state);
  });
  return router;
}
