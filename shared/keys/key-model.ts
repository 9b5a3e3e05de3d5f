import { type Connection, type Model, Schema } from 'mongoose';

export interface ApiKeyDoc {
  _id: string;
  account: string;
  mode: 'live' | 'test';
  name: string;
  /** SHA-256 of the whole key, hex; the key itself is never saved. */
  hash: string;
  /** Prefix and first characters, enough to distinguish keys in a list. */
  hint: string;
  createdAt: Date;
  lastUsedAt?: Date;
  revokedAt?: Date;
}

const schema = new Schema<ApiKeyDoc>(
  {
    _id: { type: String, required: true },
    account: { type: String, required: true },
    mode: { type: String, enum: ['live', 'test'], required: true },
    name: { type: String, required: true },
    hash: { type: String, required: true },
    hint: { type: String, required: true },
    createdAt: { type: Date, required: true },
    lastUsedAt: Date,
    revokedAt: Date,
  },
  { versionKey: false, autoCreate: false, autoIndex: false, strict: 'throw' },
);
// The key of a request (`findKey`).
schema.index({ hash: 1 }, { unique: true });
// The keys of an account, oldest first.
schema.index({ account: 1, createdAt: 1 });

export type ApiKeyModel = Model<ApiKeyDoc>;

export function apiKeyModel(connection: Connection): ApiKeyModel {
  return connection.model<ApiKeyDoc>('ApiKey', schema, 'apiKeys');
}
