import { type Connection, type Model, Schema } from 'mongoose';

export const ledgerKinds = ['grant', 'capture', 'release', 'refund', 'reversal'] as const;
export type LedgerKind = (typeof ledgerKinds)[number];

/**
 * One line of the append-only ledger. A hold ends in exactly one line, because the line's id is the
 * hold's id; a refund's id follows from it, so there is one at most. The id of a grant's line comes from the
 * operator or the payment; that of a reversal from the payment and what was taken back before.
 */
export interface LedgerDoc {
  _id: string;
  account: string;
  kind: LedgerKind;
  /** Credits: 1 for a capture, a release or a refund. */
  amount: number;
  renderId?: string;
  /** The API key that started the render, or `store:{slug}`; absent in lines of the previous release. */
  keyId?: string;
  /** Of a grant: the operator's note; of a refund, a reversal or the release of an uncharged start: its reason. */
  note?: string;
  at: Date;
}

const schema = new Schema<LedgerDoc>(
  {
    _id: { type: String, required: true },
    account: { type: String, required: true },
    kind: { type: String, enum: ledgerKinds, required: true },
    amount: { type: Number, required: true, min: 1 },
    renderId: String,
    keyId: String,
    note: String,
    at: { type: Date, required: true },
  },
  { versionKey: false, autoCreate: false, autoIndex: false, strict: 'throw' },
);
// The pages of an account's ledger, newest first, in their whole order.
schema.index({ account: 1, at: -1, _id: -1 });
// The pages of one key or one store, which may have few lines among very many.
schema.index({ account: 1, keyId: 1, at: -1, _id: -1 });
// The grants, refunds and reversals of an account, compared with its document every few seconds (`applyGrants`, `applyRefunds`,
// `applyReversals`).
schema.index({ account: 1, kind: 1, at: 1 });
// The newest grants, refunds and reversals of all accounts (`finishGrants`, `finishRefunds`, `finishReversals`).
schema.index({ kind: 1, at: -1 });

export type LedgerModel = Model<LedgerDoc>;

export function ledgerModel(connection: Connection): LedgerModel {
  return connection.model<LedgerDoc>('LedgerEntry', schema, 'ledger');
}
