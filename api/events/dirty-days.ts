import type { EventDoc } from '../../shared/events/event-model.ts';
import { throttledErrorLog } from '../../shared/jobs/throttled-log.ts';
import { type KpiDayModel, kpiDayId, toDay } from '../../shared/kpis/kpi-model.ts';
import type { Logger } from '../../shared/log.ts';

export interface DirtyDays {
  /** Marks the days of saved events; resolves at once unless a day is new to this process. */
  note(events: Pick<EventDoc, 'store' | 'receivedAt' | 'bot'>[]): Promise<void>;
  close(): Promise<void>;
}

const flushEveryMs = 500;
const maxKnown = 20_000;

/**
 * Marks days to be counted, twice a second instead of once an event. A process that dies in between
 * loses a mark: the next event sets it again, or the sweeper does (`markUnmarkedDays`).
 */
export function createDirtyDays(kpiDays: KpiDayModel, log: Logger): DirtyDays {
  const marked = new Map<string, { store: string; day: string }>();
  const known = new Set<string>();
  const logError = throttledErrorLog(log, 'KPI marks');
  let flushing: Promise<void> = Promise.resolve();

  const write = async () => {
    const days = [...marked].splice(0, 1000);
    for (const [id] of days) marked.delete(id);
    if (days.length === 0) return;
    const dirtyAt = new Date();
    const operations = days.map(([_id, { store, day }]) => ({
      updateOne: {
        filter: { _id },
        update: { $set: { dirtyAt }, $setOnInsert: { store, day, open: true } },
        upsert: true,
      },
    }));
    await kpiDays.bulkWrite(operations, { ordered: false }).catch(logError);
  };
  const flush = () => {
    flushing = flushing.then(write);
    return flushing;
  };
  const timer = setInterval(flush, flushEveryMs);
  timer.unref();

  return {
    async note(events) {
      let hasNewDay = false;
      for (const { store, receivedAt, bot } of events) {
        if (bot) continue;
        const day = toDay(receivedAt);
        const id = kpiDayId(store, day);
        marked.set(id, { store, day });
        hasNewDay ||= !known.has(id);
        known.add(id);
      }
      if (known.size > maxKnown) known.clear();
      if (hasNewDay) await flush();
    },
    async close() {
      clearInterval(timer);
      while (marked.size > 0) await flush();
      await flushing;
    },
  };
}
