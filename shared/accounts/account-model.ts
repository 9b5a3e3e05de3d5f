import { type Connection, type Model, Schema } from 'mongoose';
import { type WebhookOutbox, webhookOutbox } from '../deliveries/webhook-outbox.ts';

/** `granted = available + held + spent + reversed` at every read (invariant I1). */
export interface Credits {
  granted: number;
  available: number;
  held: number;
  /** Captured and not refunded. */
  spent: number;
  /** Refunds that were applied, in credits; absent without any. */
  refunded?: number;
  /** Taken back after a payment was refunded; absent without any. */
  reversed?: number;
  /** Still to be taken back: not available when the payment was refunded. */
  owed?: number;
}

/** One credit reserved for one render; named by its own id, so that settling it twice does nothing. */
export interface Hold {
  holdId: string;
  renderId: string;
  at: Date;
}

/** Renders of one day (UTC) whose holds were settled; counted with the settlement, so that each counts once. */
export interface DailyStarts {
  /** `2026-11-22` */
  day: string;
  charged: number;
  /** `isUnchargedStart` */
  uncharged: number;
}

export interface AccountLimits {
  perMinute?: number;
  concurrent?: number;
}

export interface AccountDoc {
  _id: string;
  name: string;
  credits: Credits;
  /** Open holds, each still to be settled. */
  holds: Hold[];
  limits?: AccountLimits;
  /** Of the newest day on which a render was charged, or counted as an uncharged start. */
  starts?: DailyStarts;
  /** The webhook that reports ended renders; `secret` signs the calls and is sealed with SECRETS_KEY. */
  webhook?: {
    url?: string;
    secret: string;
    /** The secret before, with which calls are signed too until then. */
    previous?: string;
    previousUntil?: Date;
  };
  /** Starts no renders until it is resumed. */
  suspended?: { reason: string; at: Date };
  /** Absent: the account is not notified before its credits end. */
  lowBalance?: {
    /** The account is notified when fewer are available. */
    threshold: number;
    /** Of the crossing that was reported; unset by the way back. */
    since?: Date;
    /** At that time. */
    available?: number;
    /** The outbox of its webhook. */
    webhook?: WebhookOutbox;
  };
  createdAt: Date;
}

const whole = { type: Number, required: true, min: 0 };

const schema = new Schema<AccountDoc>(
  {
    _id: { type: String, required: true },
    name: { type: String, required: true },
    credits: {
      type: {
        granted: whole,
        available: whole,
        held: whole,
        spent: whole,
        refunded: { type: Number, min: 0 },
        reversed: { type: Number, min: 0 },
        owed: { type: Number, min: 0 },
      },
      _id: false,
      required: true,
    },
    holds: [{ _id: false, holdId: String, renderId: String, at: Date }],
    limits: { type: { perMinute: Number, concurrent: Number }, _id: false },
    starts: { type: { day: String, charged: Number, uncharged: Number }, _id: false },
    webhook: { type: { url: String, secret: String, previous: String, previousUntil: Date }, _id: false },
    suspended: { type: { reason: String, at: Date }, _id: false },
    lowBalance: {
      type: {
        ...{ threshold: Number, since: Date, available: Number },
        webhook: webhookOutbox,
      },
      _id: false,
    },
    createdAt: { type: Date, required: true },
  },
  { versionKey: false, autoCreate: false, autoIndex: false, strict: 'throw' },
);
// Serves the sweeper's query for accounts with open holds.
schema.index({ 'credits.held': 1 });
// Operators: accounts by how their name begins (/ops/accounts).
schema.index({ name: 1 });
// The accounts from which credits are still to be taken back (`finishReversals`).
schema.index({ 'credits.owed': 1 }, { partialFilterExpression: { 'credits.owed': { $gt: 0 } } });

// The accounts that want to be notified, in their order (`createNotifyLowBalance`), and their webhooks that are due.
schema.index(
  { 'lowBalance.threshold': 1 },
  { partialFilterExpression: { 'lowBalance.threshold': { $gt: 0 } } },
);
schema.index(
  { 'lowBalance.webhook.nextAt': 1 },
  { partialFilterExpression: { 'lowBalance.webhook.state': 'waiting' } },
);

export type AccountModel = Model<AccountDoc>;

export function accountModel(connection: Connection): AccountModel {
  return connection.model<AccountDoc>('Account', schema, 'accounts');
}
