import mongoose from 'mongoose';

const { MongoServerError, MongoNetworkError, MongoDriverError, MongoSystemError } = mongoose.mongo;

// Driver and system errors are raised on the client: no server to select, pool exhausted, closed.
const unreachable = [
  MongoNetworkError,
  MongoSystemError,
  MongoDriverError,
  mongoose.Error.MongooseServerSelectionError,
];

/** A unique index rejected the write (MongoDB error 11000). */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === 11000;
}

/** The database could not be reached or did not respond in time; the outcome of a write is unknown. */
export function isBackendUnavailable(error: unknown): boolean {
  return unreachable.some((kind) => error instanceof kind);
}
