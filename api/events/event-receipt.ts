import { ApiError } from '../../shared/errors.ts';
import type { ParsedEvent } from './event-schema.ts';
import type { IngestedEvent } from './ingest.ts';

/** One entry of a request, in its order. */
export type EntryResult =
  | (IngestedEvent & { droppedFields?: number })
  | { status: 'rejected'; message: string };

/** The body of a 202. */
export interface EventReceipt {
  accepted: number;
  duplicates: number;
  rejected: number;
  /** Unknown or unreadable fields and properties that were left out. */
  droppedFields: number;
  results: EntryResult[];
}

/** Joins the entries of a request with the results of those that could be read. */
export function toReceipt(parsed: readonly ParsedEvent[], ingested: readonly IngestedEvent[]): EventReceipt {
  const remaining = [...ingested];
  const results = parsed.map((entry): EntryResult => {
    const result = 'event' in entry ? remaining.shift() : undefined;
    if ('rejected' in entry) return { status: 'rejected', message: entry.rejected.message };
    if (!result) throw new Error('An event has no result.');
    return { ...result, ...(entry.droppedFields > 0 ? { droppedFields: entry.droppedFields } : {}) };
  });
  const countStatus = (status: EntryResult['status']) =>
    results.filter((one) => one.status === status).length;
  return {
    accepted: countStatus('accepted'),
    duplicates: countStatus('duplicate'),
    rejected: countStatus('rejected'),
    droppedFields: results.reduce(
      (sum, one) => sum + ('droppedFields' in one ? (one.droppedFields ?? 0) : 0),
      0,
    ),
    results,
  };
}

/** Returns the error of a request without one event that can be accepted. */
export function allRejected(parsed: readonly ParsedEvent[]): ApiError {
  const errors = parsed.flatMap((entry) => ('rejected' in entry ? [entry.rejected] : []));
  const field = errors[0]?.detail.field;
  const message = errors.map((error) => error.message).join(' ');
  return new ApiError('INVALID_INPUT', message, field === undefined ? {} : { field });
}
