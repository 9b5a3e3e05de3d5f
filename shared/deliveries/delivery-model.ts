import { type Connection, type Model, Schema } from 'mongoose';

/** One try to hand an event to an analytics endpoint. */
export interface Delivery {
  /** `_id` of the event document. */
  event: string;
  /** Its name, as forwarded. */
  name: string;
  at: Date;
  /** 1 for the first try. */
  attempt: number;
  /** What became of the event by it: `delivered`, `retry`, `dropped`. */
  outcome: string;
  /** HTTP status; absent when there was no answer. */
  status?: number;
  /** Why there was no answer, by our own words. */
  error?: string;
  ms: number;
  /** The first 500 bytes of the answer. */
  answer: string;
}

/** The last tries of one store, oldest first: one document a store, so that trimming is part of the push. */
export interface DeliveryLogDoc {
  /** The store's id. */
  _id: string;
  deliveries: Delivery[];
}

export const deliveriesKept = 50;
export const answerBytes = 500;

const schema = new Schema<DeliveryLogDoc>(
  {
    _id: { type: String, required: true },
    deliveries: [
      {
        _id: false,
        event: String,
        name: String,
        at: Date,
        attempt: Number,
        outcome: String,
        status: Number,
        error: String,
        ms: Number,
        answer: String,
      },
    ],
  },
  { versionKey: false, autoCreate: false, autoIndex: false, strict: 'throw' },
);

export type DeliveryLogModel = Model<DeliveryLogDoc>;

export function deliveryLogModel(connection: Connection): DeliveryLogModel {
  return connection.model<DeliveryLogDoc>('DeliveryLog', schema, 'deliveries');
}
