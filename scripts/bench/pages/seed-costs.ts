import type { CostDayDoc } from '../../../shared/costs/cost-day-model.ts';
import { lastDays, listDays } from '../../../shared/credits/usage-days.ts';
import type { Database } from '../../../shared/database/database.ts';
import { dayMs } from '../../../shared/time.ts';
import { insertAll } from './insert-all.ts';
import type { PageSizes } from './sizes.ts';

const seededDays = 30;
/** The first one makes the images of each day, the others those of every tenth day, when it is down. */
const [main, ...others] = ['cog', 'gemini', 'local'] as const;
const downEvery = 10;

/** Inserts what the providers cost each account of `seedStores` on each of the last days. */
export async function seedCosts({ costDays }: Database, sizes: PageSizes): Promise<void> {
  const accounts = sizes.stores - sizes.ownStores;
  const days = listDays(lastDays(seededDays));
  const served = days.flatMap((day, ago) =>
    [main, ...(ago % downEvery === 0 ? others : [])].map((provider) => ({ day, provider })),
  );
  await insertAll(costDays, served.length * accounts, (index) =>
    toCostDay(`acc_bench_${index % accounts}`, served[Math.floor(index / accounts)]!, index % accounts),
  );
}

const toCostDay = (
  account: string,
  { day, provider }: Pick<CostDayDoc, 'day' | 'provider'>,
  rank: number,
): CostDayDoc => ({
  ...{ _id: `${account} ${day} ${provider}`, account, day, provider },
  ...{ tries: rank + 1, renders: rank, credits: rank, microdollars: (rank + 1) * 39_000 },
  keepUntil: new Date(Date.now() + 400 * dayMs),
});
