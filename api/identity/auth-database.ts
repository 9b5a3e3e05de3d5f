import type { mongo } from 'mongoose';
import { newId } from '../../shared/ids.ts';

/** The collections of the library's models, in the house's names. */
export const modelNames = {
  user: 'users',
  session: 'sessions',
  account: 'credentials',
  verification: 'verifications',
  twoFactor: 'twoFactors',
} as const;

const idPrefixes: Record<string, string> = {
  user: 'usr',
  session: 'ses',
  account: 'crd',
  verification: 'ver',
  twoFactor: 'tfa',
};

/** Ids of the house's form; the library names a model or its collection. */
export function toLibraryId({ model }: { model: string }): string {
  const known = Object.entries(modelNames).find((names) => names.includes(model));
  return newId(idPrefixes[known?.[0] ?? model] ?? 'idn');
}

/**
 * The database as the library's adapter uses it, without its index builds: the platform builds the indexes itself
 * (shared/identity/library-models.ts), and never over documents while a process starts.
 */
export function withoutIndexBuilds(db: mongo.Db): mongo.Db {
  const collection = (name: string) =>
    Object.assign(db.collection(name), { createIndex: async () => name }) as mongo.Collection;
  return { collection } as mongo.Db;
}
