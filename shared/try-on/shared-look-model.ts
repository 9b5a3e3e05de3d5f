import { type Connection, type Model, Schema } from 'mongoose';
import { type StoredImage, storedImageColumns } from '../renders/render-model.ts';
import type { LookItem } from './contract.ts';

/**
 * The result of a try-on that its visitor has shared by a link. Once it was revoked or has expired, only what the
 * link needs to say so is left.
 */
export interface SharedLookDoc {
  /** The short id of its link. */
  _id: string;
  store: string;
  /** Of the visitor's token; unset once it is no longer shared, as are `render` and `items`. */
  visitor?: string;
  /** A render is shared once at a time. */
  render?: string;
  items?: LookItem[];
  /** The result, kept under `looks/{store}/{short id}/`; unset until it was copied, and once it was deleted. */
  picture?: StoredImage;
  /** 1200 × 630 pixels, for the services in whose messages the link is posted. */
  preview?: StoredImage;
  createdAt: Date;
  /** When its images are deleted; unset once they are gone. */
  until?: Date;
  /** When its visitor or the merchant took it back. */
  revokedAt?: Date;
  /** TTL of the document: until then, the link responds that the look is no longer shared. */
  keepUntil: Date;
}

const schema = new Schema<SharedLookDoc>(
  {
    _id: { type: String, required: true },
    store: { type: String, required: true },
    visitor: String,
    render: String,
    items: { type: [{ _id: false, productId: String, variantId: String }], default: undefined },
    picture: { type: storedImageColumns, _id: false },
    preview: { type: storedImageColumns, _id: false },
    createdAt: { type: Date, required: true },
    until: Date,
    revokedAt: Date,
    keepUntil: { type: Date, required: true },
  },
  { versionKey: false, autoCreate: false, autoIndex: false, strict: 'throw' },
);
// The look of a render that is shared again.
schema.index({ render: 1 }, { unique: true, partialFilterExpression: { render: { $exists: true } } });
// The looks of a store, newest first (`look list`), and those that are deleted with it.
schema.index({ store: 1, createdAt: -1, _id: -1 });
// The looks of a visitor who is erased.
schema.index({ store: 1, visitor: 1 }, { partialFilterExpression: { visitor: { $exists: true } } });
// Those that have expired (`endLooks`).
schema.index({ until: 1 }, { partialFilterExpression: { until: { $exists: true } } });
schema.index({ keepUntil: 1 }, { expireAfterSeconds: 0 });

export type SharedLookModel = Model<SharedLookDoc>;

export function sharedLookModel(connection: Connection): SharedLookModel {
  return connection.model<SharedLookDoc>('SharedLook', schema, 'sharedlooks');
}

/** Returns the prefix of the images of all shared looks of a store. */
export const looksPrefix = (store: string): string => `looks/${store}/`;

/** Returns the prefix of the images of one shared look. */
export const lookPrefix = ({ _id, store }: Pick<SharedLookDoc, '_id' | 'store'>): string =>
  `${looksPrefix(store)}${_id}/`;
