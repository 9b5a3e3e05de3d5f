import { type CountDependencies, isCountable, recountDay } from '../../shared/kpis/count-day.ts';
import { type KpiDayDoc, type KpiDayModel, toDay } from '../../shared/kpis/kpi-model.ts';
import { markUnmarkedDays, type UnmarkedDependencies } from './unmarked-days.ts';

export interface CountDaysDependencies extends CountDependencies, UnmarkedDependencies {
  retentionDays: number;
}

const perPass = 50;

/** A day is counted at most once a second, and counting takes at most a twentieth of the time. */
const minPauseMs = 1_000;
const restFactor = 20;

/** This long after midnight the last events of a day have certainly been inserted. */
const closeAfterMs = 10 * 60_000;

/** Counts the days that received events, marked or not, and each ended day once more. Returns how many. */
export async function countDays(dependencies: CountDaysDependencies, signal: AbortSignal): Promise<number> {
  const { kpiDays } = dependencies;
  await markUnmarkedDays(dependencies);
  const ended = toDay(new Date(Date.now() - closeAfterMs));
  const [dirty, over] = await Promise.all([
    kpiDays
      .find({ dirtyAt: { $lte: new Date() } })
      .sort({ dirtyAt: 1 })
      .limit(perPass)
      .lean<KpiDayDoc[]>(),
    kpiDays
      .find({ open: true, day: { $lt: ended } })
      .sort({ day: 1 })
      .limit(perPass)
      .lean<KpiDayDoc[]>(),
  ]);
  const due = new Map([...dirty, ...over].map((day) => [day._id, day]));
  let counted = 0;
  for (const found of due.values()) {
    if (signal.aborted) break;
    const { _id, store, day } = found;
    if (!(await claim(kpiDays, found))) continue;
    if (isCountable(day, dependencies.retentionDays)) await recountDay(dependencies, store, day);
    else await kpiDays.updateOne({ _id }, { $unset: { dirtyAt: 1 } });
    if (day < ended) await kpiDays.updateOne({ _id }, { $unset: { open: 1 } });
    counted += 1;
  }
  return counted;
}

/** Only one of several sweepers claims a day, and a day that takes long to count is counted less often. */
async function claim(kpiDays: KpiDayModel, { _id, countedAt, tookMs = 0 }: KpiDayDoc): Promise<boolean> {
  const pauseMs = Math.max(minPauseMs, tookMs * restFactor);
  if (countedAt && Date.now() - countedAt.getTime() < pauseMs) return false;
  const { modifiedCount } = await kpiDays.updateOne(
    { _id, countedAt: countedAt ?? { $exists: false } },
    { $set: { countedAt: new Date() } },
  );
  return modifiedCount === 1;
}
