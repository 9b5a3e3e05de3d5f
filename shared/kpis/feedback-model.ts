import { type Connection, type Model, Schema } from 'mongoose';
import type { FeedbackReason } from '../try-on/contract.ts';

/** A shopper's word that an image is not right. KPIs are made of it; it is no event, and never forwarded. */
export interface FeedbackDoc {
  /** Of the render. */
  _id: string;
  store: string;
  /** Of the newest word, e.g. `2026-01-31`, UTC. */
  day: string;
  reasons: FeedbackReason[];
  productIds: string[];
  /** TTL of the document, as of raw events. */
  keepUntil: Date;
}

const schema = new Schema<FeedbackDoc>(
  {
    _id: { type: String, required: true },
    store: { type: String, required: true },
    day: { type: String, required: true },
    reasons: [String],
    productIds: [String],
    keepUntil: { type: Date, required: true },
  },
  { versionKey: false, autoCreate: false, autoIndex: false, strict: 'throw' },
);
// The feedback of a day (`countTopItems`), and that of a store which is deleted.
schema.index({ store: 1, day: 1 });
schema.index({ keepUntil: 1 }, { expireAfterSeconds: 0 });

export type FeedbackModel = Model<FeedbackDoc>;

export function feedbackModel(connection: Connection): FeedbackModel {
  return connection.model<FeedbackDoc>('Feedback', schema, 'feedback');
}
