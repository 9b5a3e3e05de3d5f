import mongoose, { type mongo } from 'mongoose';
import { type Comparison, compareCollection } from './compare-collection.ts';
import { type AnyCollection, copyCollection } from './copy-collection.ts';
import { beginCopy, installationCollection, markCollection, noteInstallation } from './copy-mark.ts';

export interface CopyOptions {
  /** Address of the database to copy. */
  from: string;
  /** Address of an empty database, or of one with an earlier, unused copy of the same. */
  to: string;
  onCopied: (collection: string, documents: number) => void;
}

const connectMs = 15_000;
/** Building an index over millions of documents is one command without a response until it ends. */
const commandMs = 3_600_000;
const options = {
  appName: 'database copy',
  serverSelectionTimeoutMS: connectMs,
  socketTimeoutMS: commandMs,
  readPreference: 'primary',
  writeConcern: { w: 'majority', journal: true },
  maxPoolSize: 4,
} as const;

async function readCollectionNames(db: mongo.Db): Promise<string[]> {
  const found = await db.listCollections({ type: 'collection' }, { nameOnly: true }).toArray();
  const names = found.map(({ name }) => name);
  return names.filter((name) => !name.startsWith('system.') && name !== markCollection).sort();
}

const getCollection = (db: mongo.Db, name: string): AnyCollection => db.collection(name);

async function compareAll(source: mongo.Db, target: mongo.Db): Promise<Comparison[]> {
  const names = new Set([...(await readCollectionNames(source)), ...(await readCollectionNames(target))]);
  const compared: Comparison[] = [];
  for (const name of [...names].sort()) {
    compared.push(await compareCollection(getCollection(source, name), getCollection(target, name)));
  }
  return compared;
}

/**
 * Copies every collection with its indexes, and compares the two databases. The installation document is
 * copied last, and only after all else is equal: without it no process starts with the target. Safe to run again.
 * @throws AdminError when the source is in use, or the target is the source or holds other data.
 */
async function copyBetween(
  source: mongo.Db,
  target: mongo.Db,
  onCopied: CopyOptions['onCopied'],
): Promise<Comparison[]> {
  await beginCopy(source, target);
  const copy = async (name: string) =>
    onCopied(name, await copyCollection(getCollection(source, name), getCollection(target, name)));
  for (const name of await readCollectionNames(source)) if (name !== installationCollection) await copy(name);
  const compared = await compareAll(source, target);
  const others = compared.filter(({ collection }) => collection !== installationCollection);
  if (others.some(({ equal }) => !equal)) return compared;
  await noteInstallation(source, target);
  await copy(installationCollection);
  const last = await compareCollection(
    getCollection(source, installationCollection),
    getCollection(target, installationCollection),
  );
  return compared.map((row) => (row.collection === installationCollection ? last : row));
}

/** Opens both databases, copies, and closes them. */
export async function copyDatabase({ from, to, onCopied }: CopyOptions): Promise<Comparison[]> {
  const clients = [from, to].map((uri) => new mongoose.mongo.MongoClient(uri, options));
  try {
    const [source, target] = await Promise.all(clients.map(async (client) => (await client.connect()).db()));
    return await copyBetween(source!, target!, onCopied);
  } finally {
    await Promise.all(clients.map((client) => client.close()));
  }
}
