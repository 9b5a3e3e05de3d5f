/** What one HTTP call told its caller about one render. */
export type Verdict =
  /** A complete 200: the picture is here, one credit was taken. */
  | 'success'
  /** An answer that means "not rendered, not charged". */
  | 'failure'
  /** No answer, a cut answer, or one that says to fetch the render later. */
  | 'unknown';

/** One call of `POST /visualize`, with what the caller found out about it later. */
export interface Attempt {
  /** `X-Request-Id` of the call, under which its render is found, if it made one. */
  requestId: string;
  account: string;
  key: string;
  /** Attempts with one Idempotency-Key stand for one render. */
  idempotencyKey?: string;
  verdict: Verdict;
  status?: number;
  code?: string;
  message?: string;
  renderId?: string;
  /** What a DELETE answered about this render. */
  cancelSaid?: { state: string; credits: number };
  sentAt: number;
  answeredAt: number;
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
