import { queryParameter } from '../http/query.ts';

/** Times of a list as fields of a form have them: `2026-11-22T14:05`, in UTC. */
export interface TimeRange {
  from?: string;
  /** Exclusive. */
  to?: string;
}

const toDate = (text: string) => new Date(`${text}Z`);

const time = queryParameter(
  (text) =>
    /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(text) && !Number.isNaN(toDate(text).getTime())
      ? text
      : undefined,
  'must be a time in UTC such as 2026-11-22T14:05.',
);

/** The parameters of an address. */
export const timeRange = { from: time, to: time };

export function toDates({ from, to }: TimeRange): { from?: Date; to?: Date } {
  return { ...(from && { from: toDate(from) }), ...(to && { to: toDate(to) }) };
}
