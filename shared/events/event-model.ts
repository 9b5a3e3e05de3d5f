import { type Connection, type Model, Schema } from 'mongoose';

const forwardStates = ['none', 'pending', 'delivered', 'dropped'] as const;
export type ForwardState = (typeof forwardStates)[number];

/** The forwarding of one event: the event document is its own outbox. */
export interface Forward {
  state: ForwardState;
  /** When it became pending: on arrival, or by a replay. */
  since: Date;
  /** Attempts that count against the schedule. */
  attempt: number;
  /** Waits that the destination asked for by `Retry-After`; they have a limit of their own. */
  retryAfterCount: number;
  /** Times it was put off without an attempt, because the destination was known to be unavailable. */
  deferrals: number;
  /** Jobs enqueued for it: BullMQ keeps a job id once. */
  jobs: number;
  /** While pending: when the sweeper checks whether Redis still has its job, or enqueues the next one. */
  nextAt?: Date;
  /** Why it was dropped. */
  reason?: string;
}

export interface EventDoc {
  /** `{store id}.{eventId}`: unique per store, and the stable id that destinations receive. */
  _id: string;
  store: string;
  /** Without the prefix. */
  event: string;
  anonymousId: string;
  sessionId: string | null;
  properties: Record<string, unknown>;
  /** Of `Checkout Clicked`: links an order that does not name its visitor. Never forwarded. */
  cartToken?: string;
  /** By the visitor's clock, clamped. */
  timestamp: Date;
  receivedAt: Date;
  bot: boolean;
  forward: Forward;
  keepUntil: Date;
}

const schema = new Schema<EventDoc>(
  {
    _id: { type: String, required: true },
    store: { type: String, required: true },
    event: { type: String, required: true },
    anonymousId: { type: String, required: true },
    sessionId: String,
    properties: Schema.Types.Mixed,
    cartToken: String,
    timestamp: { type: Date, required: true },
    receivedAt: { type: Date, required: true },
    bot: { type: Boolean, required: true },
    forward: {
      type: {
        state: { type: String, enum: forwardStates, required: true },
        since: { type: Date, required: true },
        attempt: { type: Number, required: true },
        retryAfterCount: { type: Number, required: true },
        deferrals: { type: Number, required: true },
        jobs: { type: Number, required: true },
        nextAt: Date,
        reason: String,
      },
      _id: false,
      required: true,
    },
    keepUntil: { type: Date, required: true },
  },
  { versionKey: false, autoCreate: false, autoIndex: false, minimize: false, strict: 'throw' },
);
// An insert writes five indexes: the id, the time axis of a store, a visitor, the outbox, the end.
// The events of a day (`countEvents`), and the dropped ones of a range (`replayDropped`).
schema.index({ store: 1, receivedAt: 1 });
// The newest events of a visitor, by which an order is attributed (`findTouches`), and all of one who is erased.
schema.index({ store: 1, anonymousId: 1, receivedAt: -1 });
// The events that are due (`reenqueueEvents`). Only pending events have `nextAt`, so the outbox index is as long as the outbox.
schema.index({ 'forward.nextAt': 1 }, { partialFilterExpression: { 'forward.nextAt': { $exists: true } } });
schema.index({ keepUntil: 1 }, { expireAfterSeconds: 0 });
// The checkout clicks of an order's cart (`findTouches`). Only some checkout clicks are in it: other inserts do not write it.
schema.index({ store: 1, cartToken: 1 }, { partialFilterExpression: { cartToken: { $exists: true } } });

export type EventModel = Model<EventDoc>;

export function eventModel(connection: Connection): EventModel {
  return connection.model<EventDoc>('Event', schema, 'events');
}

/** `forward.reason` of an event that is never forwarded, because its visitor and its store want that. */
export const optedOutReason = 'the visitor opted out by Global Privacy Control';

/** Written by the server for an attributed order. Not in the event map: neither reported nor forwarded. */
export const orderAttributed = 'Order Attributed';

/** Returns the id of an event within the installation. */
export function eventDocId(storeId: string, eventId: string): string {
  return `${storeId}.${eventId}`;
}

/** Returns the id of an event as its sender knows it. */
export function sentEventId({ _id, store }: Pick<EventDoc, '_id' | 'store'>): string {
  return _id.startsWith(`${store}.`) ? _id.slice(store.length + 1) : _id;
}

/** Returns the document ids that an event id of a caller may mean: as it was sent, or as destinations receive it. */
export function eventDocIds(storeId: string, eventId: string): string[] {
  return [eventDocId(storeId, eventId), eventId];
}
