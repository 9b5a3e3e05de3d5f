import mongoose from 'mongoose';

const { MongoServerError, MongoBulkWriteError, MongoNetworkError, MongoDriverError, MongoSystemError } =
  mongoose.mongo;

/** Raised on the client: no server to select, no free connection, a broken or closed one. */
const clientErrors = [
  MongoNetworkError,
  MongoSystemError,
  MongoDriverError,
  mongoose.Error.MongooseServerSelectionError,
];

/**
 * Server errors during a restart, a fail-over, the loss of the majority, or of a command that took too long or was
 * ended: the codes of the specification of retryable reads and writes, those of write concerns, and those of lost
 * cursors and queries. The outcome of a write is unknown.
 */
export const outageCodes = {
  6: 'HostUnreachable',
  7: 'HostNotFound',
  43: 'CursorNotFound',
  50: 'MaxTimeMSExpired',
  64: 'WriteConcernTimeout',
  89: 'NetworkTimeout',
  91: 'ShutdownInProgress',
  100: 'UnsatisfiableWriteConcern',
  133: 'FailedToSatisfyReadPreference',
  134: 'ReadConcernMajorityNotAvailableYet',
  175: 'QueryPlanKilled',
  189: 'PrimarySteppedDown',
  202: 'NetworkInterfaceExceededTimeLimit',
  237: 'CursorKilled',
  262: 'ExceededTimeLimit',
  365: 'TemporarilyUnavailable',
  9001: 'SocketException',
  10107: 'NotWritablePrimary',
  11600: 'InterruptedAtShutdown',
  11601: 'Interrupted',
  11602: 'InterruptedDueToReplStateChange',
  13435: 'NotPrimaryNoSecondaryOk',
  13436: 'NotPrimaryOrSecondary',
} as const;

/** Labels by which servers mark errors of the same kind, newer codes included. */
const outageLabels = ['RetryableWriteError', 'RetryableError', 'SystemOverloadedError'];

/** Codes of missing rights, of wrong credentials, and of Atlas for both. */
const refusalCodes = [13, 18, 8000];

const isOutageCode = (code: unknown) => Object.hasOwn(outageCodes, String(code));

/** Returns true if a unique index rejected the write (MongoDB error 11000). */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === 11000;
}

/** Returns true if the server refused the user of the connection, or a connection without one: a retry cannot help. */
export function isUserRefused(error: unknown): boolean {
  return error instanceof MongoServerError && refusalCodes.includes(Number(error.code));
}

/** Returns true if the database could not be reached or did not respond in time; the outcome of a write is unknown. */
export function isBackendUnavailable(error: unknown): boolean {
  if (error instanceof MongoBulkWriteError) return isOutageOfBulk(error);
  if (error instanceof MongoServerError)
    return isOutageCode(error.code) || outageLabels.some((label) => error.hasErrorLabel(label));
  return clientErrors.some((kind) => error instanceof kind);
}

/** The driver wraps any error that ends a bulk write, a failed server selection too. */
function isOutageOfBulk(error: mongoose.mongo.MongoBulkWriteError): boolean {
  if (error.errorResponse instanceof Error) return isBackendUnavailable(error.errorResponse);
  const writeConcernError = error.result?.getWriteConcernError();
  const codes = [error.code, writeConcernError?.code, ...[error.writeErrors].flat().map(({ code }) => code)];
  return codes.some(isOutageCode) || outageLabels.some((label) => error.hasErrorLabel(label));
}
