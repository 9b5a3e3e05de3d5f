import { type Connection, type Model, Schema } from 'mongoose';
import { dayMs } from '../time.ts';

/** Numbers of a day; both 0: nothing was measured. */
export interface Tally {
  good: number;
  bad: number;
}

/** The events that were forwarded for the first time, and how forwardings ended; counted by the workers as they work. */
export interface EventTally {
  /** First forwarded within a minute of their arrival. */
  onTime: number;
  late: number;
  /** Accepted by the merchant's endpoint. */
  delivered: number;
  /** Given up: refused, or every attempt failed. */
  dropped: number;
}

/** One day (UTC) of the service, for `/status`. */
export interface ServiceDayDoc {
  /** e.g. `2026-11-22` */
  _id: string;
  /** Saved when the day is over: the renders and calls that they were counted from are not kept for as long. */
  ended?: EndedTallies;
  /** Of the events that arrived on the day. */
  events?: Partial<EventTally>;
  keepUntil: Date;
}

export interface EndedTallies {
  /** Calls with a live key; bad: responses of 500 and above. */
  api: Tally;
  /** Live renders that were decided before their deadline, without cancelled ones; bad: failed. */
  renders: Tally;
  /** Live renders that ended, without cancelled ones; bad: not decided before their deadline. */
  queue: Tally;
}

const tally = { type: { good: Number, bad: Number }, _id: false };

const schema = new Schema<ServiceDayDoc>(
  {
    _id: { type: String, required: true },
    ended: { type: { api: tally, renders: tally, queue: tally }, _id: false },
    events: { type: { onTime: Number, late: Number, delivered: Number, dropped: Number }, _id: false },
    keepUntil: { type: Date, required: true },
  },
  { versionKey: false, autoCreate: false, autoIndex: false, strict: 'throw' },
);
schema.index({ keepUntil: 1 }, { expireAfterSeconds: 0 });

export type ServiceDayModel = Model<ServiceDayDoc>;

export function serviceDayModel(connection: Connection): ServiceDayModel {
  return connection.model<ServiceDayDoc>('ServiceDay', schema, 'serviceDays');
}

const keptDays = 100;

/** Returns until when a day is kept: longer than `/status` shows it. */
export const keepDayUntil = (day: string): Date => new Date(Date.parse(day) + keptDays * dayMs);
