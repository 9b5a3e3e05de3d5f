import type { RefusalReason } from '../outbound/outbound.ts';

/**
 * The consequence of a response for its event and for the integration:
 * `delivered`; `retry` later by the schedule; `end` this event, a retry cannot succeed;
 * `pause`: end it and pause the integration; `disable`: end it and disable the integration.
 */
export type TrackVerdict = 'delivered' | 'retry' | 'end' | 'pause' | 'disable';

/** HTTP statuses; the first row that matches decides, and a status in none of them ends the event. */
const statusVerdicts: readonly { from: number; to: number; verdict: TrackVerdict }[] = [
  { from: 200, to: 299, verdict: 'delivered' },
  { from: 401, to: 401, verdict: 'pause' },
  { from: 403, to: 403, verdict: 'pause' },
  { from: 408, to: 408, verdict: 'retry' },
  { from: 410, to: 410, verdict: 'disable' },
  { from: 425, to: 425, verdict: 'retry' },
  { from: 429, to: 429, verdict: 'retry' },
  { from: 400, to: 499, verdict: 'end' },
  { from: 501, to: 501, verdict: 'end' },
  { from: 505, to: 505, verdict: 'end' },
  { from: 500, to: 599, verdict: 'retry' },
];

/** No response: the reason of the outbound guard. Its own refusals do not change until the endpoint does. */
const refusalVerdicts: Record<RefusalReason, TrackVerdict> = {
  network: 'retry',
  timeout: 'retry',
  dns: 'retry',
  redirects: 'end',
  size: 'end',
  status: 'end',
  url: 'end',
  length: 'end',
  characters: 'end',
  scheme: 'end',
  credentials: 'end',
  port: 'end',
  address: 'end',
};

export function toTrackVerdict(result: { status?: number; refusal?: RefusalReason }): TrackVerdict {
  const { status, refusal } = result;
  if (refusal) return refusalVerdicts[refusal];
  const row = statusVerdicts.find(({ from, to }) => status !== undefined && status >= from && status <= to);
  return row?.verdict ?? 'end';
}
