/** The outcome of a job; one word, since BullMQ keeps it. */
export type TrackOutcome = 'skipped' | 'delivered' | 'retry' | 'dropped' | 'deferred' | 'given-back';
