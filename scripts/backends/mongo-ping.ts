import { setTimeout as pause } from 'node:timers/promises';
import mongoose from 'mongoose';

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
  const end = performance.now() + deadlineMs;
  for (;;) {
    try {
      return await pingOnce(uri, Math.max(1, end - performance.now()));
    } catch (error) {
      if (signal?.aborted || performance.now() + pauseMs >= end) throw error;
      await pause(pauseMs);
    }
  }
}
