import { newId } from '../ids.ts';
import { throttledErrorLog } from '../jobs/throttled-log.ts';
import type { Logger } from '../log.ts';
import { getDriver } from '../mongodb/driver.ts';
import { dayMs } from '../time.ts';
import type { RequestDoc, RequestModel } from './request-model.ts';

export type RecordedRequest = Omit<RequestDoc, '_id' | 'failedAt' | 'keepUntil'>;

export interface RequestLog {
  /** Returns at once; the entry is written within a second, or dropped where the database does not keep up. */
  record(request: RecordedRequest): void;
  /** Writes what is recorded; idempotent. */
  close(): Promise<void>;
}

const flushEveryMs = 500;
const maxWaiting = 5_000;
const maxPerWrite = 1_000;
/** Calls of one account in a minute: a loop that polls must not fill the database for a month. */
const maxPerMinute = 1_000;

interface RequestLogOptions {
  requests: RequestModel;
  /** 0: nothing is kept. */
  retentionDays: number;
  log: Logger;
}

/** Collects calls and writes them twice a second, all in one command; calls themselves never wait for it. */
export function createRequestLog({ requests, retentionDays, log }: RequestLogOptions): RequestLog {
  const reportLoss = throttledErrorLog(log, 'The request log (entries were lost)');
  const waiting: RequestDoc[] = [];
  const counts = new Map<string, number>();
  let minute = 0;
  let flushing: Promise<void> = Promise.resolve();

  const isWithinRate = ({ account, at }: RecordedRequest): boolean => {
    const current = Math.floor(at.getTime() / 60_000);
    if (current !== minute) counts.clear();
    minute = current;
    const count = (counts.get(account) ?? 0) + 1;
    counts.set(account, count);
    return count <= maxPerMinute;
  };
  const flush = async () => {
    const batch = waiting.splice(0, maxPerWrite);
    if (batch.length === 0) return;
    await getDriver(requests).insertMany(batch, { ordered: false }).catch(reportLoss);
  };
  const timer = setInterval(() => {
    flushing = flushing.then(flush);
  }, flushEveryMs);
  timer.unref();

  return {
    record(request) {
      if (retentionDays === 0 || !isWithinRate(request)) return;
      if (waiting.length >= maxWaiting) return reportLoss(new Error(`more than ${maxWaiting} wait`));
      waiting.push(toDoc(request, retentionDays));
    },
    async close() {
      clearInterval(timer);
      await flushing;
      while (waiting.length > 0) await flush();
    },
  };
}

function toDoc(request: RecordedRequest, retentionDays: number): RequestDoc {
  const { at, status } = request;
  return {
    _id: newId('log', at.getTime()),
    ...request,
    ...(status >= 400 ? { failedAt: at } : {}),
    keepUntil: new Date(at.getTime() + retentionDays * dayMs),
  };
}
