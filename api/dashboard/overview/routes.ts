import Joi from 'joi';
import { readTitles } from '../../../shared/catalog/read-titles.ts';
import type { DayRange } from '../../../shared/credits/usage-days.ts';
import { listFlows } from '../../../shared/flows/flows.ts';
import { readFigures } from '../../../shared/kpis/read-kpis.ts';
import { readOverview } from '../../../shared/kpis/read-overview.ts';
import { dayRangeFields, readInRange, toDayRange } from '../../http/day-range.ts';
import { pageFacts } from '../../http/page-facts.ts';
import { defineRoute } from '../../http/route.ts';
import { sendPage } from '../../identity/send-page.ts';
import { shareUrl } from '../../try-on/share-address.ts';
import { readOwnAddress } from '../../try-on-pages/hosted-host.ts';
import type { DashboardDependencies } from '../dashboard-dependencies.ts';
import { toKpiCsv } from './kpi-csv.ts';
import { overviewPage } from './overview-page.tsx';

const access = 'merchant of the store';
const rangeQuery = Joi.object<Partial<DayRange>>(dayRangeFields);

const getOverview = defineRoute({
  ...pageFacts,
  id: 'getOverviewPage',
  path: '/dashboard/:slug',
  access,
  summary: 'What the try-on of a store has led to',
  query: rangeQuery.unknown(),
  handle: async (dependencies: DashboardDependencies, { req, res, person, store, query }) => {
    const { found: overview, ...rest } = await readInRange(query, (range) =>
      readOverview(dependencies.kpiDays, store._id, range),
    );
    const { products, flows, service, web } = dependencies;
    const ids = overview.top.products.map(({ productId }) => productId);
    const own = readOwnAddress(req, service);
    const [titles, saved] = await Promise.all([
      readTitles(products, store._id, ids),
      listFlows(flows, store),
    ]);
    const page = {
      ...{ person, store, overview, ...rest, titles },
      flowNames: new Map(saved.map(({ flowId, name }) => [flowId, name])),
      toLookUrl: (shortId: string) => shareUrl(store, shortId, own, service),
    };
    sendPage(res, overviewPage(page, web().build.rooms), rest.refused ? 422 : 200);
  },
});

const getCsv = defineRoute({
  id: 'getKpiCsv',
  method: 'get',
  path: '/dashboard/:slug/kpis.csv',
  access,
  summary: 'The figures of a store as CSV',
  query: rangeQuery,
  cache: 'no-store',
  responses: { 200: { description: 'The figures of each day.' } },
  handle: async ({ kpiDays }: DashboardDependencies, { res, store, query }) => {
    const range = toDayRange(query);
    const csv = toKpiCsv(await readFigures(kpiDays, store._id, range));
    const filename = `${store.slug}-${range.from}-${range.to}.csv`;
    res.type('text/csv').set('Content-Disposition', `attachment; filename="${filename}"`).send(csv);
  },
});

/** The overview of a store. */
export const overviewPages = [getOverview, getCsv];
