import Joi from 'joi';
import {
  countCharged,
  type DayRange,
  type Forecast,
  forecastCredits,
  lastDays,
  listDays,
  readUsageDays,
} from '../../shared/credits/usage-days.ts';
import type { Database } from '../../shared/database/database.ts';
import { invalidInput } from '../../shared/errors.ts';
import { dayMs } from '../../shared/time.ts';
import { defineRoute } from '../http/route.ts';
import { json } from '../openapi/operation.ts';
import { buildList, integer, namedObject, number, optional, text } from '../openapi/schema.ts';
import { readBalance } from '../renders/usage.ts';

interface UsageDay {
  day: string;
  charged: number;
  keys: { keyId: string; charged: number }[];
}

export interface UsageView extends DayRange {
  days: UsageDay[];
  forecast: Forecast;
}

const maxDays = 366;
const charged = integer('Credits that were charged, less those that were given back.');

const usageSchema = namedObject<UsageView>('CreditUsage', 'Charged credits by day and key.', {
  from: text('First day (UTC).', { format: 'date' }),
  to: text('Last day (UTC).', { format: 'date' }),
  days: buildList(
    namedObject<UsageDay>('CreditUsageDay', 'A day (UTC).', {
      day: text('The day.', { format: 'date' }),
      charged,
      keys: buildList(
        namedObject<UsageDay['keys'][number]>('CreditUsageKey', 'What was charged to one key.', {
          keyId: text('Id of the key; `store:{slug}` for the try-ons of a store.'),
          charged,
        }),
        'By key; movements of before keys were noted are only in the sum of the day.',
      ),
    }),
    'Every day of the range, the oldest first.',
  ),
  forecast: namedObject<Forecast>('CreditForecast', 'How long the credits last, by the last seven days.', {
    perDay: number('Credits a day.', { minimum: 0 }),
    daysLeft: optional(integer('Whole days until none is left; absent without use.')),
  }),
});

const day = (what: string) =>
  Joi.string()
    .pattern(/^\d{4}-\d{2}-\d{2}$/, 'a day such as 2026-11-22')
    .description(what)
    .meta({ jsonSchema: { type: 'string', format: 'date' } });

export const getUsage = defineRoute({
  id: 'getCreditUsage',
  tag: 'Credits',
  method: 'get',
  path: '/credits/usage',
  access: 'live key',
  summary: 'Read the usage by day',
  description: 'Charged credits by day (UTC) and key, at most 366 days, and how long the credits last.',
  query: Joi.object<Partial<DayRange>>({
    from: day('First day; by default 29 days ago.'),
    to: day('Last day; by default today.'),
  }),
  responses: { 200: { description: 'The usage.', content: json(usageSchema) } },
  cache: 'no-store',
  handle: ({ accounts, ledger }: Pick<Database, 'accounts' | 'ledger'>, { key, query }) =>
    readUsageView({ accounts, ledger }, key.account, { ...lastDays(30), ...query }),
});

/** Reads what an account has spent, day by day. @throws ApiError INVALID_INPUT */
export async function readUsageView(
  { accounts, ledger }: Pick<Database, 'accounts' | 'ledger'>,
  account: string,
  range: DayRange,
): Promise<UsageView> {
  assertRange(range);
  const week = lastDays(7);
  const rows = await readUsageDays(ledger, account, range);
  const isCovered = range.from <= week.from && week.to <= range.to;
  const [recent, available] = await Promise.all([
    isCovered ? rows : readUsageDays(ledger, account, week),
    readBalance(accounts, account),
  ]);
  const days = listDays(range).map((each) => {
    const ofDay = rows.filter((row) => row.day === each);
    const keyIds = [...new Set(ofDay.flatMap(({ keyId }) => keyId ?? []))].sort();
    const keys = keyIds.map((keyId) => ({
      keyId,
      charged: countCharged(ofDay.filter((row) => row.keyId === keyId)),
    }));
    return { day: each, charged: countCharged(ofDay), keys };
  });
  return { ...range, days, forecast: forecastCredits(available ?? 0, recent) };
}

function assertRange({ from, to }: DayRange): void {
  for (const [field, value] of Object.entries({ from, to }))
    if (Number.isNaN(Date.parse(value))) throw invalidInput(field, 'is not a day; write it as 2026-11-22.');
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  if (days < 1) throw invalidInput('from', 'must not be after to.');
  if (days > maxDays) throw invalidInput('from', `must be at most ${maxDays} days before to.`);
}
