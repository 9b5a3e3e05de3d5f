import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import type { CostDayDoc } from '../../../shared/costs/cost-day-model.ts';
import type { CostSubject } from '../../../shared/costs/group-costs.ts';
import { readCostDays } from '../../../shared/costs/read-costs.ts';
import type { DayRange } from '../../../shared/credits/usage-days.ts';
import type { Database } from '../../../shared/database/database.ts';
import { toCsvLine } from '../../http/csv.ts';

const columns: Readonly<Record<string, (day: CostDayDoc) => string | number>> = {
  day: ({ day }) => day,
  account: ({ account }) => account,
  provider: ({ provider }) => provider,
  tries: ({ tries }) => tries,
  renders: ({ renders }) => renders,
  charged_credits: ({ credits }) => credits,
  estimated_cost_usd: ({ microdollars }) => (microdollars / 1_000_000).toFixed(6),
};

/** Sends each day of each account and provider as CSV. @throws ApiError INVALID_INPUT naming `from` or `to` */
export async function sendCostsCsv(
  { costDays }: Pick<Database, 'costDays'>,
  res: Response,
  subject: CostSubject,
  range: DayRange,
): Promise<void> {
  const days = readCostDays(costDays, subject, range);
  const filename = `costs-${range.from}-${range.to}.csv`;
  res.type('text/csv').set('Content-Disposition', `attachment; filename="${filename}"`);
  await pipeline(Readable.from(toCsv(days)), res);
}

/** Characters of a chunk: a line is too little for one of its own. */
const chunkLength = 65_536;

async function* toCsv(days: AsyncIterable<CostDayDoc>): AsyncIterable<string> {
  const reads = Object.values(columns);
  let chunk = toCsvLine(Object.keys(columns));
  for await (const day of days) {
    chunk += toCsvLine(reads.map((read) => read(day)));
    if (chunk.length < chunkLength) continue;
    yield chunk;
    chunk = '';
  }
  yield chunk;
}
