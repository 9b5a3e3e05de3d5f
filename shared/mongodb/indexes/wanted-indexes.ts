import type { IndexOptions, Model, mongo } from 'mongoose';

/** An index of the platform, as its model declares it. */
export interface WantedIndex {
  collection: string;
  /** MongoDB's own name for these fields, unless the model gives one. */
  name: string;
  unique: boolean;
  description: mongo.IndexDescription;
}

/** A model that declares indexes. */
export type IndexedModel = Pick<Model<unknown>, 'schema' | 'collection'>;

/** `{ account: 1, at: -1 }` is called `account_1_at_-1`. */
const toName = (fields: object): string =>
  Object.entries(fields)
    .map(([path, direction]) => `${path}_${direction}`)
    .join('_');

function wanted(collection: string, fields: object, options: IndexOptions): WantedIndex {
  const { unique, partialFilterExpression, expireAfterSeconds } = options;
  const name = options.name ?? toName(fields);
  const description = {
    key: fields as mongo.IndexDescription['key'],
    name,
    ...(unique ? { unique: true } : {}),
    ...(partialFilterExpression ? { partialFilterExpression: partialFilterExpression as object } : {}),
    ...(expireAfterSeconds === undefined ? {} : { expireAfterSeconds: Number(expireAfterSeconds) }),
  };
  return { collection, name, unique: Boolean(unique), description };
}

/** Returns every index that the models declare. */
export function wantedIndexes(models: readonly IndexedModel[]): WantedIndex[] {
  return models.flatMap(({ schema, collection }) =>
    schema.indexes().map(([fields, options]) => wanted(collection.collectionName, fields, options)),
  );
}
