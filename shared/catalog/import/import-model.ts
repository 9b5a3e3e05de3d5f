import { type Connection, type Model, Schema } from 'mongoose';
import type { ImportCounts } from './import-catalog.ts';
import type { ReasonCount } from './reason-tally.ts';

/** The place that an import reads its products from. */
export interface ImportSource {
  /** As the merchant knows it: a URL, or the name of a file. */
  from: string;
  /** Of an uploaded file, in the blob storage until the import has ended. */
  blob?: string;
}

/** A row that was not imported. */
export interface RejectedRow {
  row: number;
  productId?: string;
  reason: string;
}

export type ImportState = 'waiting' | 'running' | 'succeeded' | 'failed';

/** An import that a merchant has ordered; a worker claims it by a lease and continues it when another was lost. */
export interface CatalogImportDoc {
  _id: string;
  store: string;
  source: ImportSource;
  currency?: string;
  state: ImportState;
  /** Absent once it has ended: a store has one open import. */
  open?: boolean;
  /** Counts claims; who has an older one writes nothing. */
  fence: number;
  leaseUntil?: Date;
  counts?: ImportCounts;
  /** The first ones. */
  rejected: RejectedRow[];
  /** The commonest reasons of rejected rows and missing images. */
  reasons: ReasonCount[];
  /** Why it failed as a whole. */
  problem?: string;
  createdAt: Date;
  endedAt?: Date;
  keepUntil: Date;
}

const { Mixed } = Schema.Types;

const schema = new Schema<CatalogImportDoc>(
  {
    _id: { type: String, required: true },
    store: { type: String, required: true },
    source: { type: { from: String, blob: String }, _id: false, required: true },
    currency: String,
    state: { type: String, required: true },
    open: Boolean,
    fence: { type: Number, required: true },
    leaseUntil: Date,
    counts: Mixed,
    rejected: { type: Mixed, required: true },
    reasons: { type: Mixed, required: true },
    problem: String,
    createdAt: { type: Date, required: true },
    endedAt: Date,
    keepUntil: { type: Date, required: true },
  },
  { versionKey: false, autoCreate: false, autoIndex: false, minimize: false, strict: 'throw' },
);
// The imports of a store, newest first.
schema.index({ store: 1, createdAt: -1, _id: -1 });
// The one open import of a store; and all open ones, of which the workers claim the oldest.
schema.index({ open: 1, store: 1 }, { unique: true, partialFilterExpression: { open: { $exists: true } } });
schema.index({ keepUntil: 1 }, { expireAfterSeconds: 0 });

export type CatalogImportModel = Model<CatalogImportDoc>;

export function catalogImportModel(connection: Connection): CatalogImportModel {
  return connection.model<CatalogImportDoc>('CatalogImport', schema, 'catalogImports');
}

/** Returns the prefix of the uploaded files of a store. */
export const importsPrefix = (store: string): string => `imports/${store}/`;
