import { type Connection, type Model, Schema } from 'mongoose';
import type { KeyMode } from '../keys/key-format.ts';
import { type StoredImage, storedImageColumns } from '../renders/render-model.ts';

/** An image that an account has uploaded, to name it in requests by its id. */
export interface FileDoc {
  _id: string;
  account: string;
  mode: KeyMode;
  /** Kept under `files/{account}/`. */
  image: StoredImage;
  /** Of the kept bytes. */
  sha256: string;
  createdAt: Date;
  /** When it is deleted. */
  until: Date;
}

const schema = new Schema<FileDoc>(
  {
    _id: { type: String, required: true },
    account: { type: String, required: true },
    mode: { type: String, required: true },
    image: { type: storedImageColumns, _id: false, required: true },
    sha256: { type: String, required: true },
    createdAt: { type: Date, required: true },
    until: { type: Date, required: true },
  },
  { versionKey: false, autoCreate: false, autoIndex: false, strict: 'throw' },
);
schema.index({ until: 1 });

export type FileModel = Model<FileDoc>;

export function fileModel(connection: Connection): FileModel {
  return connection.model<FileDoc>('File', schema, 'files');
}

/** How an uploaded image is named in a request. */
export const fileId = /^file_[0-9a-zA-Z]{8,40}$/;

export const fileBlob = ({ _id, account }: Pick<FileDoc, '_id' | 'account'>): string =>
  `files/${account}/${_id}`;
