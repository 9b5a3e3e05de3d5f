import Joi from 'joi';
import type { Database } from '../../shared/database/database.ts';
import { toDay } from '../../shared/kpis/kpi-model.ts';
import { type KpiRange, readKpis } from '../../shared/kpis/read-kpis.ts';
import { dayMs } from '../../shared/time.ts';
import { defineRoute } from '../http/route.ts';
import { json } from '../openapi/operation.ts';
import { kpisSchema } from './schemas.ts';

const defaultDays = 30;
const date = Joi.string().meta({ jsonSchema: { format: 'date' } });

const getKpis = defineRoute({
  id: 'getKpis',
  tag: 'Stores',
  method: 'get',
  path: '/api/stores/:slug/kpis',
  access: 'key of the store',
  summary: 'Read the figures of a store',
  description: 'Sessions, try-ons, orders and revenue by day, at most 3660 days.',
  // The days themselves are checked by `readKpis`.
  query: Joi.object<Partial<KpiRange>>({
    from: date.description('First day, UTC; by default 29 days ago.'),
    to: date.description('Last day, UTC; by default today.'),
  }),
  responses: { 200: { description: 'The figures.', content: json(kpisSchema) } },
  cache: 'no-store',
  handle: async ({ kpiDays }: Pick<Database, 'kpiDays'>, { store, query }) => {
    const range = { ...lastDays(), ...query };
    return { ...range, ...(await readKpis(kpiDays, store._id, range)) };
  },
});

function lastDays(): KpiRange {
  const now = Date.now();
  return { from: toDay(new Date(now - (defaultDays - 1) * dayMs)), to: toDay(new Date(now)) };
}

export const kpiRoutes = [getKpis];
