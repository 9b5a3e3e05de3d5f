import Joi from 'joi';
import { lastDays } from '../../shared/credits/usage-days.ts';
import type { Database } from '../../shared/database/database.ts';
import { type KpiRange, readKpis } from '../../shared/kpis/read-kpis.ts';
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
  description:
    'Sessions, try-ons, orders and revenue by day, and the most wanted products and looks; at most 3660 days.',
  // The days themselves are checked by `readKpis`.
  query: Joi.object<Partial<KpiRange>>({
    from: date.description('First day, UTC; by default 29 days ago.'),
    to: date.description('Last day, UTC; by default today.'),
  }),
  responses: { 200: { description: 'The figures.', content: json(kpisSchema) } },
  cache: 'no-store',
  handle: async ({ kpiDays }: Pick<Database, 'kpiDays'>, { store, query }) => {
    const range = { ...lastDays(defaultDays), ...query };
    return { ...range, ...(await readKpis(kpiDays, store._id, range)) };
  },
});

export const kpiRoutes = [getKpis];
