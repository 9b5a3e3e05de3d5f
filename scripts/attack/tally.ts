/** Results of the attacks of one group. */
export interface Tally {
  group: string;
  sent: number;
  /** Requests by the status of their response; `none`: the connection ended without one. */
  responses: Record<string, number>;
  /** Findings, each once, with the number of times. */
  findings: Record<string, number>;
  /** The longest time until a response, in ms. */
  slowestMs: number;
}

export interface Response {
  /** 0 when the connection ended without one. */
  status: number;
  body: string;
  headers: Headers;
  /** Until its end. */
  ms: number;
}

export function createTally(group: string): Tally {
  return { group, sent: 0, responses: {}, findings: {}, slowestMs: 0 };
}

export function note(tally: Tally, finding: string): void {
  tally.findings[finding] = (tally.findings[finding] ?? 0) + 1;
}

/** Responses that no attack may receive: a defect of the platform, or disclosed data. */
export type Verdict = 'refused' | 'any' | 'hidden' | 'denied';

const verdicts: Record<Verdict, (status: number) => boolean> = {
  /** The input must not be accepted. */
  refused: (status) => status >= 400,
  /** The input may be valid. */
  any: () => true,
  /** The existence of others' resources must not be confirmed; 403 comes before any lookup. */
  hidden: (status) => [401, 403, 404, 405, 429].includes(status),
  /** As `hidden`, for calls that are otherwise valid and within every limit. */
  denied: (status) => [401, 403, 404].includes(status),
};

/** Counts a response; one that contradicts the verdict, or reports a defect of the platform, is a finding. */
export function count(tally: Tally, what: string, wanted: Verdict, { status, body, ms }: Response): void {
  tally.sent += 1;
  tally.slowestMs = Math.max(tally.slowestMs, ms);
  const name = status === 0 ? 'none' : String(status);
  tally.responses[name] = (tally.responses[name] ?? 0) + 1;
  if (status === 500 || status === 502) note(tally, `${what}: ${status} ${body.slice(0, 120)}`);
  else if (status !== 0 && !verdicts[wanted](status)) note(tally, `${what}: ${status}, expected ${wanted}`);
}
