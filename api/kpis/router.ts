import { Router } from 'express';
import Joi from 'joi';
import type { Database } from '../../shared/database/database.ts';
import { dayOf } from '../../shared/kpis/kpi-model.ts';
import { type KpiRange, readKpis } from '../../shared/kpis/read-kpis.ts';
import { dayMs } from '../../shared/time.ts';
import { validate } from '../../shared/validation/validate.ts';
import { authenticate, requireLiveKey } from '../http/authenticate.ts';
import { methodNotAllowed } from '../http/error-response.ts';
import { ownStore } from '../http/own-store.ts';

export type KpisDependencies = Pick<Database, 'stores' | 'keys' | 'kpiDays'>;

const path = '/api/stores/:slug/kpis';
const defaultDays = 30;

/** The days themselves are checked by `readKpis`. */
export const kpisQuery = Joi.object<Partial<KpiRange>>({
  from: Joi.string()
    .description('First day, UTC; by default 29 days ago.')
    .meta({ jsonSchema: { format: 'date' } }),
  to: Joi.string()
    .description('Last day, UTC; by default today.')
    .meta({ jsonSchema: { format: 'date' } }),
});

/** `GET /api/stores/{slug}/kpis?from&to`, for the live keys of the store's account. */
export function kpisRouter({ stores, keys, kpiDays }: KpisDependencies): Router {
  const router = Router();
  router
    .route(path)
    .get(authenticate(keys), requireLiveKey, async (req, res) => {
      const { _id } = await ownStore(stores, req, res);
      const range = { ...lastDays(), ...validate(kpisQuery, req.query) };
      res.set('Cache-Control', 'no-store').json({ ...range, ...(await readKpis(kpiDays, _id, range)) });
    })
    .all(methodNotAllowed('GET'));
  return router;
}

function lastDays(): KpiRange {
  const now = Date.now();
  return { from: dayOf(new Date(now - (defaultDays - 1) * dayMs)), to: dayOf(new Date(now)) };
}
