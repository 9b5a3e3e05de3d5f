import { type KpiDayModel, kpiDayId } from './kpi-model.ts';

/** Marks days to be counted again by the sweeper. Called before the change of a day is acknowledged. */
export async function markDays(
  kpiDays: KpiDayModel,
  store: string,
  days: Iterable<string | null | undefined>,
): Promise<void> {
  const dirtyAt = new Date();
  const marked = new Set([...days].filter((day) => day !== null && day !== undefined));
  if (marked.size === 0) return;
  await kpiDays.bulkWrite(
    [...marked].map((day) => ({
      updateOne: {
        filter: { _id: kpiDayId(store, day) },
        update: { $set: { dirtyAt }, $setOnInsert: { store, day, open: true } },
        upsert: true,
      },
    })),
    { ordered: false },
  );
}
