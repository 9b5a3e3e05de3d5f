import mongoose from 'mongoose';
import { pingUntil } from './ping-until.ts';

const pauseMs = 50;
/** The driver ends no try when it is aborted: one of a caller that may abort is short. */
const abortableMs = 1_000;

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
  const tryMs = signal ? abortableMs : Number.POSITIVE_INFINITY;
  await pingUntil((ms) => pingOnce(uri, Math.min(ms, tryMs)), { deadlineMs, pauseMs, signal });
}
