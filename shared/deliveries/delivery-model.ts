import { type Connection, type Model, Schema } from 'mongoose';

/** One attempt to hand an event to an analytics endpoint. */
export interface Delivery {
  /** `_id` of the event document. */
  event: string;
  /** Its name, as forwarded. */
  name: string;
  at: Date;
  /** 1 for the first attempt. */
  attempt: number;
  /** What it meant for the event: `delivered`, `retry`, `dropped`. */
  outcome: string;
  /** HTTP status; absent without a response. */
  status?: number;
  /** Why there was no response: the reason of the outbound guard. */
  error?: string;
  ms: number;
  /** The first 500 bytes of the response body. */
  answer: string;
}

/** The last attempts of one store, oldest first: one document a store, so that trimming is part of the push. */
export interface DeliveryLogDoc {
  /** The store's id. */
  _id: string;
  deliveries: Delivery[];
}

export const deliveriesKept = 50;
export const responseBytesKept = 500;

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
