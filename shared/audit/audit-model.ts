import { type Connection, type Model, Schema } from 'mongoose';

/** The cause of a change. */
export interface Actor {
  kind: 'person' | 'key' | 'operator token' | 'command line' | 'service';
  /** Of the user or of the key. */
  id?: string;
  /** As it is shown: an e-mail address, the name of a key. */
  name?: string;
}

/** The origin of its request. */
export interface Origin {
  address?: string;
  userAgent?: string;
  requestId?: string;
}

export interface AuditDoc {
  _id: string;
  /** Absent: it concerns no account. */
  account?: string;
  actor: Actor;
  /** Thing and verb, such as `key.create`. */
  action: string;
  /** The thing that was changed. */
  subject?: { kind: string; id: string; name?: string };
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
  from?: Origin;
  at: Date;
  keepUntil: Date;
}

const schema = new Schema<AuditDoc>(
  {
    _id: { type: String, required: true },
    account: String,
    actor: { type: { kind: String, id: String, name: String }, _id: false, required: true },
    action: { type: String, required: true },
    subject: { type: { kind: String, id: String, name: String }, _id: false },
    before: Schema.Types.Mixed,
    after: Schema.Types.Mixed,
    from: { type: { address: String, userAgent: String, requestId: String }, _id: false },
    at: { type: Date, required: true },
    keepUntil: { type: Date, required: true },
  },
  { versionKey: false, autoCreate: false, autoIndex: false, strict: 'throw' },
);
// The entries of an account, newest first.
schema.index({ account: 1, at: -1, _id: -1 });
// Those of a person.
schema.index({ 'actor.id': 1, at: -1 });
schema.index({ keepUntil: 1 }, { expireAfterSeconds: 0 });

export type AuditModel = Model<AuditDoc>;

export function auditModel(connection: Connection): AuditModel {
  return connection.model<AuditDoc>('Audit', schema, 'audit');
}
