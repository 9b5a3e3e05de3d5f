import { type Connection, type Model, Schema } from 'mongoose';

/** The sums of money and work. */
export interface CostFigures {
  /** Calls of the provider; one that was skipped is none. */
  tries: number;
  /** Renders that succeeded with an image of the provider. */
  renders: number;
  /** Credits that were charged for them; a later refund is in the ledger only. */
  credits: number;
  /** Estimated cost of the tries in millionths of a dollar: whole numbers add up without drift. */
  microdollars: number;
}

/** The work of one provider for one account on one day (UTC, by the clock of the worker). */
export interface CostDayDoc extends CostFigures {
  /** `{account} {day} {provider}` */
  _id: string;
  account: string;
  provider: string;
  /** e.g. `2026-01-31` */
  day: string;
  keepUntil: Date;
}

const schema = new Schema<CostDayDoc>(
  {
    _id: { type: String, required: true },
    account: { type: String, required: true },
    provider: { type: String, required: true },
    day: { type: String, required: true },
    tries: Number,
    renders: Number,
    credits: Number,
    microdollars: Number,
    keepUntil: { type: Date, required: true },
  },
  { versionKey: false, autoCreate: false, autoIndex: false, strict: 'throw' },
);
// The days of an account, and those of a provider (`sumCosts`, `listCostDays`).
schema.index({ account: 1, day: 1 });
schema.index({ provider: 1, day: 1 });
schema.index({ keepUntil: 1 }, { expireAfterSeconds: 0 });

export type CostDayModel = Model<CostDayDoc>;

export function costDayModel(connection: Connection): CostDayModel {
  return connection.model<CostDayDoc>('CostDay', schema, 'costDays');
}
