import mongoose from 'mongoose';
import { pingUntil } from './ping-until.ts';

const pauseMs = 50;

async function pingOnce(uri: string, ms: number): Promise<void> {
  const connection = mongoose.createConnection(uri, {
    serverSelectionTimeoutMS: ms,
    connectTimeoutMS: ms,
    autoCreate: false,
    autoIndex: false,
  });
  try {
    await connection.asPromise();
    await connection.db?.command({ ping: 1 });
  } finally {
    await connection.close(true);
  }
}

/**
 * Resolves when MongoDB responds to `ping`; retries until `deadlineMs`.
 * @throws the last error.
 */
export async function pingMongo(uri: string, deadlineMs: number, signal?: AbortSignal): Promise<void> {
  await pingUntil((ms) => pingOnce(uri, ms), { deadlineMs, pauseMs, signal });
}
