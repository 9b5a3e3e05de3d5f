import Joi from 'joi';
import type { CostFigures } from '../../../shared/costs/cost-day-model.ts';
import type { CostSubject } from '../../../shared/costs/group-costs.ts';
import { type CostRow, type Costs, sumCosts } from '../../../shared/costs/read-costs.ts';
import type { DayRange } from '../../../shared/credits/usage-days.ts';
import { toDayRange } from '../../http/day-range.ts';
import { defineRoute } from '../../http/route.ts';
import { json } from '../../openapi/operation.ts';
import { buildList, buildObject, count, namedObject, text } from '../../openapi/schema.ts';
import { type OperatorApiDependencies, operatorFacts } from './operator-call.ts';

const figures = {
  tries: count('Calls of providers.'),
  renders: count('Renders that succeeded.'),
  credits: count('Credits that were charged for them; later refunds are in the ledger.'),
  microdollars: count('Estimated cost in millionths of a dollar.'),
};

const costsSchema = namedObject<Costs>('Costs', 'Costs of a range of days.', {
  range: buildObject<DayRange>('The days (UTC), both included.', {
    from: text('First day.', { format: 'date' }),
    to: text('Last day.', { format: 'date' }),
  }),
  total: buildObject<CostFigures>('The sums.', figures),
  rows: buildList(
    buildObject<CostRow>('The sums of one provider, or of one account.', {
      name: text('Name of the provider, or id of the account.'),
      ...figures,
    }),
    'At most 100, the most expensive first.',
  ),
  more: count('Rows that are only in the sums.'),
});

const date = Joi.string().meta({ jsonSchema: { format: 'date' } });

const defineCosts = <Path extends string>(
  what: 'account' | 'provider',
  path: Path,
  toSubject: (name: string) => CostSubject,
) =>
  defineRoute({
    ...operatorFacts,
    id: what === 'account' ? 'getAccountCosts' : 'getProviderCosts',
    method: 'get',
    path,
    params: { [what]: { description: `Id or name of the ${what}.`, schema: text('An id or a name.') } },
    summary: `Read the costs of ${what === 'account' ? 'an account' : 'a provider'}`,
    description: `By ${what === 'account' ? 'provider' : 'account'}; at most 400 days.`,
    // The days themselves are checked by `sumCosts`.
    query: Joi.object<Partial<DayRange>>({
      from: date.description('First day, UTC; by default 29 days ago.'),
      to: date.description('Last day, UTC; by default today.'),
    }),
    responses: { 200: { description: 'The costs.', content: json(costsSchema) } },
    handle: ({ database }: OperatorApiDependencies, { params, query }) =>
      sumCosts(
        database.costDays,
        toSubject((params as Record<string, string>)[what] ?? ''),
        toDayRange(query),
      ),
  });

export const costApiRoutes = [
  defineCosts('account', '/api/ops/accounts/:account/costs', (account) => ({ account })),
  defineCosts('provider', '/api/ops/providers/:provider/costs', (provider) => ({ provider })),
];
