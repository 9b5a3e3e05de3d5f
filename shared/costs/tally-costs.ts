import { toDay } from '../credits/daily-starts.ts';
import { dayMs } from '../time.ts';
import type { CostDayModel, CostFigures } from './cost-day-model.ts';

/** A try, or a render that succeeded, as it is added to a day of its account. */
export interface CostNote extends Partial<CostFigures> {
  account: string;
  provider: string;
}

/** A year to compare with, and a month. */
const keepDays = 400;

/** Adds notes to the days of their accounts: one write for each account and provider. */
export async function tallyCosts(
  costDays: CostDayModel,
  notes: readonly CostNote[],
  now = new Date(),
): Promise<void> {
  const day = toDay(now);
  const keepUntil = new Date(now.getTime() + keepDays * dayMs);
  await costDays.bulkWrite(
    sumUp(notes).map(({ account, provider, ...sums }) => ({
      updateOne: {
        filter: { _id: `${account} ${day} ${provider}` },
        update: { $inc: sums, $set: { keepUntil }, $setOnInsert: { account, provider, day } },
        upsert: true,
      },
    })),
    { ordered: false },
  );
}

/** Joins the notes of the same account and provider; each figure is there, so that every document has all of them. */
function sumUp(notes: readonly CostNote[]): Required<CostNote>[] {
  const sums = new Map<string, Required<CostNote>>();
  for (const { account, provider, tries = 0, renders = 0, credits = 0, microdollars = 0 } of notes) {
    const name = `${account} ${provider}`;
    const sum = sums.get(name) ?? { account, provider, tries: 0, renders: 0, credits: 0, microdollars: 0 };
    sum.tries += tries;
    sum.renders += renders;
    sum.credits += credits;
    sum.microdollars += microdollars;
    sums.set(name, sum);
  }
  return [...sums.values()];
}
