import Joi from 'joi';
import { readTitles } from '../../../shared/catalog/read-titles.ts';
import { lastDays } from '../../../shared/credits/usage-days.ts';
import { ApiError } from '../../../shared/errors.ts';
import { listFlows } from '../../../shared/flows/flows.ts';
import { type KpiRange, readKpis } from '../../../shared/kpis/read-kpis.ts';
import { readOverview } from '../../../shared/kpis/read-overview.ts';
import type { StoreDoc } from '../../../shared/stores/store-model.ts';
import { pageFacts } from '../../http/page-facts.ts';
import { defineRoute } from '../../http/route.ts';
import { sendPage } from '../../identity/send-page.ts';
import { shareUrl } from '../../try-on/share-address.ts';
import { readOwnAddress } from '../../try-on-pages/hosted-host.ts';
import type { DashboardDependencies } from '../dashboard-dependencies.ts';
import { toKpiCsv } from './kpi-csv.ts';
import { type NamedRange, type OverviewPage, overviewPage } from './overview-page.tsx';

const access = 'merchant of the store';
const usualDays = [7, 30, 90, 365];
const defaultDays = 30;

// The days themselves are checked by `readKpis`.
const rangeQuery = Joi.object<Partial<KpiRange>>({
  from: Joi.string().allow('').max(40),
  to: Joi.string().allow('').max(40),
});

const getOverview = defineRoute({
  ...pageFacts,
  id: 'getOverviewPage',
  path: '/dashboard/:slug',
  access,
  summary: 'What the try-on of a store has led to',
  query: rangeQuery.unknown(),
  handle: async (dependencies: DashboardDependencies, { req, res, person, store, query }) => {
    const { from, to } = query;
    const found = await readOverviewOrDefault(dependencies, store, {
      ...(from !== undefined && { from }),
      ...(to !== undefined && { to }),
    });
    const { products, flows, service, web } = dependencies;
    const ids = found.overview.top.products.map(({ productId }) => productId);
    const own = readOwnAddress(req, service);
    const [titles, saved] = await Promise.all([
      readTitles(products, store._id, ids),
      listFlows(flows, store),
    ]);
    const page = {
      ...{ person, store, ...found, titles, ranges: listRanges() },
      flowNames: new Map(saved.map(({ flowId, name }) => [flowId, name])),
      toLookUrl: (shortId: string) => shareUrl(store, shortId, own, service),
    };
    sendPage(res, overviewPage(page, web().build.rooms), found.refused ? 422 : 200);
  },
});

const listRanges = (): NamedRange[] =>
  usualDays.map((days) => ({ title: `${days} days`, range: lastDays(days) }));

/** Reads the range that was asked for; when it is none, the usual one with what is wrong. */
async function readOverviewOrDefault(
  { kpiDays }: Pick<DashboardDependencies, 'kpiDays'>,
  store: StoreDoc,
  asked: Partial<KpiRange>,
): Promise<Pick<OverviewPage, 'overview' | 'refused'>> {
  const usual = lastDays(defaultDays);
  try {
    return { overview: await readOverview(kpiDays, store._id, { ...usual, ...asked }) };
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'INVALID_INPUT') throw error;
    const { field = 'from' } = error.detail;
    const refused = { range: asked, errors: { [field]: error.message } };
    return { overview: await readOverview(kpiDays, store._id, usual), refused };
  }
}

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
    const range = { ...lastDays(defaultDays), ...query };
    const csv = toKpiCsv(await readKpis(kpiDays, store._id, range));
    const filename = `${store.slug}-${range.from}-${range.to}.csv`;
    res.type('text/csv').set('Content-Disposition', `attachment; filename="${filename}"`).send(csv);
  },
});

/** The overview of a store. */
export const overviewPages = [getOverview, getCsv];
