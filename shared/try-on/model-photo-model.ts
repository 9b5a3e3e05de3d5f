import { type Connection, type Model, Schema } from 'mongoose';
import { type StoredImage, storedImageColumns } from '../renders/render-model.ts';
import { type SceneKind, sceneKinds } from './contract.ts';

/** An image of a person or a room that a store offers to shoppers who upload none; it never expires. */
export interface ModelPhotoDoc {
  _id: string;
  store: string;
  /** Describes the image to those who do not see it. */
  name: string;
  /** Undefined in documents of earlier releases. */
  kind?: SceneKind;
  image: StoredImage;
  createdAt: Date;
}

const schema = new Schema<ModelPhotoDoc>(
  {
    _id: { type: String, required: true },
    store: { type: String, required: true },
    name: { type: String, required: true },
    kind: { type: String, enum: sceneKinds },
    image: { type: storedImageColumns, _id: false, required: true },
    createdAt: { type: Date, required: true },
  },
  { versionKey: false, autoCreate: false, autoIndex: false, strict: 'throw' },
);
schema.index({ store: 1, createdAt: 1, _id: 1 });

export type ModelPhotoModel = Model<ModelPhotoDoc>;

export function modelPhotoModel(connection: Connection): ModelPhotoModel {
  return connection.model<ModelPhotoDoc>('ModelPhoto', schema, 'modelphotos');
}
