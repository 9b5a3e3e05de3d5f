import { type Connection, type Model, Schema } from 'mongoose';
import { type KpiCounters, kpiNames, type RevenueByCurrency } from './counters.ts';
import type { SavedTopItems } from './top-items.ts';

/** One day (UTC, by our clock) of one store. */
export interface KpiDayDoc {
  /** `{store}.{day}` */
  _id: string;
  store: string;
  /** e.g. `2026-01-31` */
  day: string;
  counters?: KpiCounters;
  revenue?: RevenueByCurrency;
  /** The most wanted products and looks; absent where there are none, and in days of earlier versions. */
  top?: SavedTopItems;
  /** Set while events have arrived since the last count. */
  dirtyAt?: Date;
  /** Until it has been counted once more after its end. */
  open?: boolean;
  /** When the last count began, and how long it took in ms, at most twice as long as the one before. */
  countedAt?: Date;
  tookMs?: number;
}

const schema = new Schema<KpiDayDoc>(
  {
    _id: { type: String, required: true },
    store: { type: String, required: true },
    day: { type: String, required: true },
    counters: { type: Object.fromEntries(kpiNames.map((name) => [name, Number])), _id: false },
    revenue: Schema.Types.Mixed,
    top: Schema.Types.Mixed,
    dirtyAt: Date,
    open: Boolean,
    countedAt: Date,
    tookMs: Number,
  },
  { versionKey: false, autoCreate: false, autoIndex: false, strict: 'throw' },
);
// The days of a store (`readKpis`, `rebuildDays`).
schema.index({ store: 1, day: 1 });
// The days to count again, and those that have ended and are counted once more (`countDays`).
schema.index({ dirtyAt: 1 }, { partialFilterExpression: { dirtyAt: { $exists: true } } });
schema.index({ day: 1 }, { name: 'open_days', partialFilterExpression: { open: { $exists: true } } });

export type KpiDayModel = Model<KpiDayDoc>;

export function kpiDayModel(connection: Connection): KpiDayModel {
  return connection.model<KpiDayDoc>('KpiDay', schema, 'kpiDays');
}

export function toDay(date: Date): string {
  return date.toISOString().slice(0, 10);
}

export function kpiDayId(store: string, day: string): string {
  return `${store}.${day}`;
}
