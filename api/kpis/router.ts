import { Router } from 'express';
import type { Database } from '../../shared/database/database.ts';
import { dayOf } from '../../shared/kpis/kpi-model.ts';
import { readKpis } from '../../shared/kpis/read-kpis.ts';
import { dayMs } from '../../shared/time.ts';
import { authenticate } from '../http/authenticate.ts';
import { methodNotAllowed } from '../http/error-response.ts';
import { ownStore } from '../http/own-store.ts';

export type KpisDependencies = Pick<Database, 'stores' | 'keys' | 'kpiDays'>;

const path = '/api/stores/:slug/kpis';
const defaultDays = 30;

/** `GET /api/stores/{slug}/kpis?from&to`, for the API keys of the store's account. */
export function kpisRouter({ stores, keys, kpiDays }: KpisDependencies): Router {
  const router = Router();
  router
    .route(path)
    .get(authenticate(keys), async (req, res) => {
      const { _id } = await ownStore(stores, req, res);
      const range = {
        from: text(req.query.from) ?? dayOf(new Date(Date.now() - (defaultDays - 1) * dayMs)),
        to: text(req.query.to) ?? dayOf(new Date()),
      };
      res.set('Cache-Control', 'no-store').json({ ...range, ...(await readKpis(kpiDays, _id, range)) });
    })
    .all(methodNotAllowed('GET'));
  return router;
}

/** A parameter that is there twice is an array; `readKpis` refuses what is no day. */
function text(value: unknown): string | undefined {
  return value === undefined ? undefined : String(value);
}
