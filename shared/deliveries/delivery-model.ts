import { type Connection, type Model, Schema } from 'mongoose';

/** One attempt to hand an event to an analytics endpoint, or a render's webhook to its receiver. */
export interface Delivery {
  /** `_id` of the event document, or of the render. */
  event: string;
  /** The name of the event as forwarded, or the type of the webhook. */
  name: string;
  at: Date;
  /** 1 for the first attempt. */
  attempt: number;
  /** For an event `delivered`, `retry` or `dropped`; for a webhook `delivered`, `waiting` or `failed`. */
  outcome: string;
  /** HTTP status; absent without a response. */
  status?: number;
  /** Why there was no response: the reason of the outbound guard. */
  error?: string;
  ms: number;
  /** Body of the call, cut; of webhooks and test events, as the others have an event. */
  body?: string;
  /** The first 500 bytes of the response body. */
  answer: string;
}

/**
 * The last attempts for one store, or one account for webhooks, oldest first: one document each, so that
 * trimming is part of the push.
 */
export interface DeliveryLogDoc {
  /** The id of the store or account. */
  _id: string;
  deliveries: Delivery[];
}

export const deliveriesKept = 50;
export const responseBytesKept = 500;
export const sentBytesKept = 2_000;

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
        body: String,
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
