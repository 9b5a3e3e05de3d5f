import { type Connection, type Model, Schema } from 'mongoose';

/** Lets a program of the operator do what people with that role do. Only the command line creates one. */
export interface OperatorTokenDoc {
  _id: string;
  name: string;
  /** SHA-256 of the whole token, hex; the token itself is never saved. */
  hash: string;
  /** Prefix and first characters, enough to distinguish tokens in a list. */
  hint: string;
  createdAt: Date;
  expiresAt: Date;
  revokedAt?: Date;
  /** Networks (CIDR) from which it may be used; absent: anywhere. */
  addresses?: string[];
}

const schema = new Schema<OperatorTokenDoc>(
  {
    _id: { type: String, required: true },
    name: { type: String, required: true },
    hash: { type: String, required: true },
    hint: { type: String, required: true },
    createdAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
    revokedAt: Date,
    addresses: { type: [String], default: undefined },
  },
  { versionKey: false, autoCreate: false, autoIndex: false, strict: 'throw' },
);
// The token of a request (`findOperatorToken`).
schema.index({ hash: 1 }, { unique: true });

export type OperatorTokenModel = Model<OperatorTokenDoc>;

export function operatorTokenModel(connection: Connection): OperatorTokenModel {
  return connection.model<OperatorTokenDoc>('OperatorToken', schema, 'operatorTokens');
}
