import { type Connection, type Model, Schema } from 'mongoose';
import type { KeyMode } from '../keys/key-format.ts';

/** One call of the API with a key, refused or not; neither its body nor its query. */
export interface RequestDoc {
  _id: string;
  account: string;
  keyId: string;
  mode: KeyMode;
  requestId: string;
  method: string;
  path: string;
  status: number;
  /** Of the Error object; absent for a success. */
  code?: string;
  field?: string;
  message?: string;
  /** From its arrival to its end. */
  ms: number;
  renderId?: string;
  /** It used a known Idempotency-Key and started no render of its own. */
  replayed?: true;
  address?: string;
  at: Date;
  /** As `at`, of a refused or failed call. */
  failedAt?: Date;
  keepUntil: Date;
}

const text = { type: String, required: true };
const schema = new Schema<RequestDoc>(
  {
    _id: text,
    account: text,
    keyId: text,
    mode: { type: String, enum: ['live', 'test'], required: true },
    requestId: text,
    method: text,
    path: text,
    status: { type: Number, required: true },
    code: String,
    field: String,
    message: String,
    ms: { type: Number, required: true },
    renderId: String,
    replayed: Boolean,
    address: String,
    at: { type: Date, required: true },
    failedAt: Date,
    keepUntil: { type: Date, required: true },
  },
  { versionKey: false, autoCreate: false, autoIndex: false, strict: 'throw' },
);
// The pages of an account's calls, newest first.
schema.index({ account: 1, at: -1, _id: -1 });
// Those that failed, and their causes.
schema.index(
  { account: 1, failedAt: -1, _id: -1 },
  { partialFilterExpression: { failedAt: { $exists: true } } },
);
// The calls of one request id.
schema.index({ account: 1, requestId: 1, at: -1 });
// The calls of all live keys by day (/status), from the index alone.
schema.index({ mode: 1, at: 1, status: 1 });
schema.index({ keepUntil: 1 }, { expireAfterSeconds: 0 });

export type RequestModel = Model<RequestDoc>;

export function requestModel(connection: Connection): RequestModel {
  return connection.model<RequestDoc>('Request', schema, 'requests');
}
