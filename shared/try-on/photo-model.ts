import { type Connection, type Model, Schema } from 'mongoose';
import { type StoredImage, storedImageColumns } from '../renders/render-model.ts';

/** A photo that a visitor uploaded for the try-on of one store. */
export interface PhotoDoc {
  _id: string;
  store: string;
  /** Of the visitor's token. */
  visitor: string;
  /** Kept under `photos/{store}/{visitor}/`. */
  image: StoredImage;
  createdAt: Date;
  /** When it is deleted. */
  until: Date;
}

const schema = new Schema<PhotoDoc>(
  {
    _id: { type: String, required: true },
    store: { type: String, required: true },
    visitor: { type: String, required: true },
    image: { type: storedImageColumns, _id: false, required: true },
    createdAt: { type: Date, required: true },
    until: { type: Date, required: true },
  },
  { versionKey: false, autoCreate: false, autoIndex: false, strict: 'throw' },
);
schema.index({ store: 1, visitor: 1, createdAt: -1, _id: -1 });
schema.index({ until: 1 });

export type PhotoModel = Model<PhotoDoc>;

export function photoModel(connection: Connection): PhotoModel {
  return connection.model<PhotoDoc>('Photo', schema, 'photos');
}

/** Returns the prefix of the photos of all visitors of a store. */
export const photosPrefix = (store: string): string => `photos/${store}/`;

/** Returns the blob key of a photo, in a folder of its visitor. */
export const photoBlob = ({ _id, store, visitor }: Pick<PhotoDoc, '_id' | 'store' | 'visitor'>): string =>
  `${photosPrefix(store)}${visitor}/${_id}`;
