import { Redis } from 'ioredis';
import mongoose from 'mongoose';

const deadlineMs = 5_000;

/** Returns the URI of another database on the same MongoDB. */
export function databaseUri(uri: string, name: string): string {
  // Not `new URL`, which rejects a replica set's list of hosts.
  return uri.replace(/^(mongodb(?:\+srv)?:\/\/[^/?]+)(?:\/[^?]*)?/, `$1/${name}`);
}

export async function dropDatabase(uri: string): Promise<void> {
  const connection = mongoose.createConnection(uri, {
    serverSelectionTimeoutMS: deadlineMs,
    autoCreate: false,
    autoIndex: false,
  });
  await connection.dropDatabase().finally(() => connection.close(true));
}

/** Deletes every key that begins with one of those prefixes. */
export async function deleteKeys(url: string, prefixes: Iterable<string>): Promise<void> {
  const client = new Redis(url, { connectTimeout: deadlineMs, maxRetriesPerRequest: 1 });
  try {
    for (const prefix of prefixes) {
      for await (const keys of client.scanStream({ match: `${prefix}*`, count: 1000 })) {
        if ((keys as string[]).length > 0) await client.unlink(...(keys as string[]));
      }
    }
  } finally {
    client.disconnect();
  }
}
