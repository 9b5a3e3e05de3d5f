import { type Connection, type Model, Schema } from 'mongoose';
import { type KeyScope, keyScopes } from './key-scopes.ts';

/** The live renders of one day (UTC) that count towards the daily limit of a key. */
export interface KeyDay {
  /** `2026-11-22` */
  day: string;
  /** Charged, or still open. */
  credits: number;
  /** Renders whose credit is held. */
  open: string[];
}

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
  /** Absent: everything. */
  scopes?: KeyScope[];
  expiresAt?: Date;
  /** Networks (CIDR) from which it may be used; absent: anywhere. */
  addresses?: string[];
  /** Credits that it may spend in a day (UTC); absent: no limit. */
  creditsPerDay?: number;
  /** Of a key with such a limit. */
  today?: KeyDay;
  /** The key that replaced it. */
  rolledTo?: string;
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
    scopes: { type: [{ type: String, enum: keyScopes }], default: undefined },
    expiresAt: Date,
    addresses: { type: [String], default: undefined },
    creditsPerDay: Number,
    today: { type: { day: String, credits: Number, open: [String] }, _id: false },
    rolledTo: String,
  },
  { versionKey: false, autoCreate: false, autoIndex: false, strict: 'throw' },
);
// The key of a request (`findKey`).
schema.index({ hash: 1 }, { unique: true });
// The keys of an account, oldest first.
schema.index({ account: 1, createdAt: 1, _id: 1 });

export type ApiKeyModel = Model<ApiKeyDoc>;

export function apiKeyModel(connection: Connection): ApiKeyModel {
  return connection.model<ApiKeyDoc>('ApiKey', schema, 'apiKeys');
}
