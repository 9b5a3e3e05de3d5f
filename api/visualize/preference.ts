import type { Request } from 'express';

export interface Preference {
  /** Maximum time that the caller wants to wait, in milliseconds; Infinity without a limit. */
  waitMs: number;
  /** The value of `Preference-Applied` when the wait ends first; undefined without a preference. */
  applied?: string;
}

const respondAsync = /(^|,)\s*respond-async\s*(,|;|$)/i;
const wait = /(^|,)\s*wait\s*=\s*"?(\d{1,5})"?\s*(,|;|$)/i;

/** Returns the caller's `Prefer` header (RFC 7240 §4.1 `respond-async`, §4.3 `wait` in seconds). */
export function parsePreference(req: Request): Preference {
  const header = req.get('prefer') ?? '';
  const seconds = wait.exec(header)?.[2];
  if (seconds !== undefined) return { waitMs: Number(seconds) * 1000, applied: `wait=${seconds}` };
  if (respondAsync.test(header)) return { waitMs: 0, applied: 'respond-async' };
  return { waitMs: Number.POSITIVE_INFINITY };
}
