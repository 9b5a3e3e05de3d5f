import type { KeyMode } from '../keys/key-format.ts';
import { hourMs } from '../time.ts';
import type { RequestDoc, RequestModel } from './request-model.ts';

/** Selects the calls by their owner. */
export interface RequestOwner {
  account: string;
  /** Absent: of live and of test keys. */
  mode?: KeyMode;
}

/** Calls that failed in the same way. */
export interface RequestCause {
  status: number;
  code: string;
  field?: string;
  count: number;
  /** Of the newest one. */
  message: string;
  requestId: string;
  at: Date;
}

/** Failures of the last hour that are looked at; far more than anyone reads. */
const maxFailures = 10_000;

/** Returns the refused calls (4xx) of the last hour by their cause, the most frequent first. */
export async function readCauses(
  requests: RequestModel,
  { account, mode }: RequestOwner,
  now = new Date(),
): Promise<RequestCause[]> {
  const failed = await requests
    .find({ account, failedAt: { $gte: new Date(now.getTime() - hourMs) }, ...(mode ? { mode } : {}) })
    .sort({ failedAt: -1, _id: -1 })
    .limit(maxFailures)
    .lean<RequestDoc[]>();
  const causes = new Map<string, RequestCause>();
  for (const { status, code, field, message = '', requestId, at } of failed) {
    if (!code || status >= 500) continue;
    const name = JSON.stringify([status, code, field]);
    const known = causes.get(name);
    if (known) known.count += 1;
    else causes.set(name, { status, code, ...(field ? { field } : {}), count: 1, message, requestId, at });
  }
  return [...causes.values()].sort((a, b) => b.count - a.count);
}

/** Calls that one id may have: a caller may send the same id twice. */
const maxPerId = 20;

/** Returns the calls with that request id, the newest first. */
export function findRequests(
  requests: RequestModel,
  { account, mode }: RequestOwner,
  requestId: string,
): Promise<RequestDoc[]> {
  return requests
    .find({ account, requestId, ...(mode ? { mode } : {}) })
    .sort({ at: -1 })
    .limit(maxPerId)
    .lean<RequestDoc[]>();
}
