import { driverOf } from '../../../shared/database/driver.ts';
import { eventMap } from '../../../shared/events/event-map.ts';
import { countEvents, recountDay } from '../../../shared/kpis/count-day.ts';
import { eventKpiNames, type KpiCounters, noKpis } from '../../../shared/kpis/counters.ts';
import { dayOf, kpiDayId } from '../../../shared/kpis/kpi-model.ts';
import { dayMs } from '../../../shared/time.ts';
import type { EventStage } from '../events/event-stage.ts';
import { eventsPerSession, rawEvent } from '../events/raw-event.ts';
import type { MeasuredProcess } from '../processes/measured.ts';
import { percentile } from '../statistics.ts';

export interface KpiRangeFigures {
  days: number;
  /** Events that the seeded counters represent. */
  events: number;
  reads: number;
  /** `GET /api/stores/{slug}/kpis`, ms. */
  p50: number;
  p99: number;
  /** A day of raw events, counted by the code that maintains the counters. */
  counted: { events: number; sessions: number; ms: number };
}

const seeded = { days: 90, events: 10_000_000 };

/**
 * The query of a dashboard: 90 days of one store. The counters of a store with 10,000,000 events are seeded, since
 * only these are read; one day is counted from real raw events as well.
 */
export async function measureKpiRange(
  events: EventStage,
  api: MeasuredProcess,
  options: { reads: number; dayEvents: number },
): Promise<KpiRangeFigures> {
  const store = events.stores.at(-1)!;
  const counted = await countRealDay(events, store._id, options.dayEvents);
  await seedDays(events, store._id);
  const query = `from=${dayBefore(seeded.days)}&to=${dayBefore(1)}`;
  const url = `http://127.0.0.1:${api.port}/api/stores/${store.slug}/kpis?${query}`;
  const times: number[] = [];
  for (let read = -10; read < options.reads; read++) {
    const startedAt = performance.now();
    const response = await fetch(url, { headers: { authorization: `Bearer ${events.key}` } });
    const { days } = (await response.json()) as { days?: unknown[] };
    if (days?.length !== seeded.days)
      throw new Error(`KPIs answered ${response.status}, ${days?.length} days`);
    if (read >= 0) times.push(performance.now() - startedAt);
  }
  const figures = {
    ...seeded,
    reads: options.reads,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    counted,
  };
  events.say(`KPIs: ${JSON.stringify(figures)}`);
  return figures;
}

const dayBefore = (days: number) => dayOf(new Date(Date.now() - days * dayMs));

/** As `recountDay` would write them: each kind of event equally often. */
async function seedDays({ database }: EventStage, store: string): Promise<void> {
  const perEvent = Math.round(seeded.events / seeded.days / eventMap.length);
  const counters: KpiCounters = noKpis();
  for (const name of eventKpiNames) counters[name] = perEvent;
  Object.assign(counters, { orders: 120, unattributedOrders: 30, convertedSessions: 110 });
  const revenue = { EUR: { revenue: 1_234_500, strictRevenue: 987_600 } };
  const days = Array.from({ length: seeded.days }, (_, index) => dayBefore(index + 1));
  await database.kpiDays.deleteMany({ store });
  await database.kpiDays.insertMany(
    days.map((day) => ({ _id: kpiDayId(store, day), store, day, counters, revenue })),
  );
}

const perInsert = 1000;
/** Counts a day of raw events as the sweeper does. @throws Error when it counts wrong. */
async function countRealDay({ database }: EventStage, store: string, count: number) {
  const day = dayBefore(1);
  const from = Date.parse(day);
  for (let at = 0; at < count; at += perInsert) {
    const some = Array.from({ length: Math.min(perInsert, count - at) }, (_, n) =>
      rawEvent(store, from, at + n),
    );
    await driverOf(database.events).insertMany(some, { ordered: false });
  }
  const startedAt = performance.now();
  await recountDay(database, store, day);
  const ms = performance.now() - startedAt;
  const { sessions, tryOnsStarted } = await countEvents(database.events, store, day);
  const kept = await database.kpiDays.findById(kpiDayId(store, day)).lean();
  const expected = Math.ceil(count / eventsPerSession);
  if (sessions !== expected || kept?.counters?.tryOnsStarted !== tryOnsStarted) {
    throw new Error(`${count} events of ${expected} sessions were counted as ${sessions} sessions`);
  }
  await driverOf(database.events).deleteMany({ store });
  return { events: count, sessions, ms };
}
