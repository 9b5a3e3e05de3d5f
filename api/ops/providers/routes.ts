import Joi from 'joi';
import { type CostRow, sumCosts } from '../../../shared/costs/read-costs.ts';
import type { DayRange } from '../../../shared/credits/usage-days.ts';
import { ApiError } from '../../../shared/errors.ts';
import { readProviderCosts } from '../../../shared/metrics/provider-costs.ts';
import { dayRangeFields, readInRange, toDayRange } from '../../http/day-range.ts';
import { pageFacts } from '../../http/page-facts.ts';
import { defineRoute } from '../../http/route.ts';
import { sendPage } from '../../identity/send-page.ts';
import { sendCostsCsv } from '../costs/send-costs-csv.ts';
import type { OperatorDependencies } from '../operator-dependencies.ts';
import { providerPage } from './provider-page.tsx';

const providerParameter = {
  provider: { description: 'Name of a provider.', schema: { type: 'string' } },
} as const;
const rangeQuery = Joi.object<Partial<DayRange>>(dayRangeFields);

const getProvider = defineRoute({
  ...pageFacts,
  id: 'getOpsProvider',
  path: '/ops/providers/:provider',
  params: providerParameter,
  access: 'operator',
  summary: 'One render provider',
  query: rangeQuery.unknown(),
  failures: ['NOT_FOUND'],
  handle: async (dependencies: OperatorDependencies, { res, person, params, query }) => {
    const { database, config, web } = dependencies;
    const { provider } = params;
    const health = await readOwnHealth(dependencies, provider);
    const { found: costs, refused } = await readInRange(query, (range) =>
      sumCosts(database.costDays, { provider }, range),
    );
    const names = await readNames(database.accounts, costs.rows);
    const price = readProviderCosts(config.PROVIDER_COSTS).get(provider);
    const page = { person, provider, health, price, costs, refused, names };
    sendPage(res, providerPage(page, web().build.ops), refused ? 422 : 200);
  },
});

/** Returns the state of one provider; of one that has left the chain, its costs remain. @throws ApiError NOT_FOUND */
async function readOwnHealth({ health, database }: OperatorDependencies, provider: string) {
  const { providers, nowMs } = await health();
  const own = providers.filter((each) => each.provider === provider);
  if (own.length === 0 && !(await database.costDays.exists({ provider })))
    throw new ApiError('NOT_FOUND', 'There is no such provider.');
  return { providers: own, nowMs };
}

async function readNames(
  accounts: OperatorDependencies['database']['accounts'],
  rows: readonly CostRow[],
): Promise<ReadonlyMap<string, string>> {
  const ids = rows.map(({ name }) => name);
  const found = await accounts
    .find({ _id: { $in: ids } }, { name: 1 })
    .lean<{ _id: string; name: string }[]>();
  return new Map(found.map(({ _id, name }) => [_id, name]));
}

const getCsv = defineRoute({
  id: 'getOpsProviderCosts',
  method: 'get',
  path: '/ops/providers/:provider/costs.csv',
  params: providerParameter,
  access: 'operator',
  summary: 'The costs of a provider as CSV',
  query: rangeQuery,
  cache: 'no-store',
  responses: { 200: { description: 'Each day of each account.' } },
  handle: ({ database }: OperatorDependencies, { res, params: { provider }, query }) =>
    sendCostsCsv(database, res, { provider }, toDayRange(query)),
});

export const providerRoutes = [getProvider, getCsv];
