/** Conclusion that a caller may draw about one render from one HTTP call. */
export type ClientVerdict =
  /** A complete 200: the image arrived, one credit was charged. */
  | 'success'
  /** A response that means "not rendered, not charged". */
  | 'failure'
  /** No response, a truncated one, or one that says to fetch the render later. */
  | 'unknown';

/** One call of `POST /visualize`, with what the caller found out about it later. */
export interface Attempt {
  /** `X-Request-Id` of the call, under which its render is found, if it made one. */
  requestId: string;
  account: string;
  key: string;
  /** Attempts with the same Idempotency-Key are for one render. */
  idempotencyKey?: string;
  /** Plain attempts with the same name are one call, sent again after its connection was reset: one credit at most. */
  series?: string;
  verdict: ClientVerdict;
  status?: number;
  code?: string;
  message?: string;
  renderId?: string;
  /** The response to a DELETE of this render. */
  cancelSaid?: { state: string; credits: number };
  sentAt: number;
  respondedAt: number;
}

/** Something a caller saw that must never be seen, whatever the final state. */
export interface WrongAnswer {
  requestId: string;
  what: string;
}

export interface History {
  attempts: Attempt[];
  wrong: WrongAnswer[];
}
