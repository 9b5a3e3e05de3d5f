import { randomBytes } from 'node:crypto';
import mongoose from 'mongoose';
import { startEmbeddedMongo } from '../../../../scripts/embedded-mongo/index.ts';

export type Db = mongoose.mongo.Db;
export type Collection = mongoose.mongo.Collection;
export const silent = { info: () => {}, error: () => {} };

export interface Connection {
  readonly uri: string;
  readonly db: () => Db;
  /** An empty collection of its own. */
  readonly fresh: () => Collection;
  readonly client: () => mongoose.mongo.MongoClient;
}

/**
 * One throw-away database for a describe block: on the server of MONGODB_URI when it is set, so that the same cases
 * run against a real MongoDB, else on an embedded database of its own.
 */
export function connectBefore(): Connection {
  const name = `embedded_${randomBytes(6).toString('hex')}`;
  let client: mongoose.mongo.MongoClient;
  let close: () => Promise<void> = () => Promise.resolve();
  let uri = '';

  before(async () => {
    uri = process.env.MONGODB_URI ?? '';
    if (uri === '') ({ uri, close } = await startEmbeddedMongo({ dir: null, port: 0, log: silent }));
    client = await new mongoose.mongo.MongoClient(uri, { retryWrites: false }).connect();
  });
  after(async () => {
    await client.db(name).dropDatabase();
    await client.close();
    await close();
  });
  const db = (): Db => client.db(name);
  return {
    get uri() {
      return uri;
    },
    db,
    client: () => client,
    fresh: () => db().collection(`c_${randomBytes(4).toString('hex')}`),
  };
}

/** What a command failed with; fails the test when it succeeds. */
export async function toFailure(
  work: Promise<unknown>,
): Promise<{ code?: number; message: string; keyPattern?: unknown; keyValue?: unknown }> {
  try {
    await work;
  } catch (error) {
    return error as { code?: number; message: string };
  }
  throw new Error('expected a failure');
}

/** The `n` fields of what a query finds, sorted. */
export async function numbers(collection: Collection, filter: object): Promise<number[]> {
  const docs = await collection.find(filter).toArray();
  return docs.map(({ n }) => n as number).sort((a, b) => a - b);
}
