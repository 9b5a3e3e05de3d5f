import type { ErrorCode } from '../../shared/errors.ts';
import { getDriver } from '../../shared/mongodb/driver.ts';
import type { RenderModel } from '../../shared/renders/render-model.ts';
import { type TerminalState, terminalStates } from '../../shared/renders/states.ts';
import { hourMs } from '../../shared/time.ts';

/** Outcomes of the renders of live keys that ended in one hour (UTC). */
export interface HourOutcomes {
  /** Start of the hour. */
  hour: number;
  succeeded: number;
  /** Failed, or not finished before the deadline. */
  failed: number;
  /** Of these: not finished before the deadline. */
  expired: number;
  /** Cancelled by the caller, or because the caller disconnected: not counted in the error rate. */
  cancelled: number;
}

export const outcomeHours = 24;
/** An hour's counts are final this long after its end: the clocks of workers differ a little. */
const finalAfterMs = 5 * 60_000;
/** Longer than the page waits: the count that its first request starts is ready for a later one. */
const queryMs = 20_000;

interface Group {
  _id: { hour: string; state: TerminalState; code?: ErrorCode };
  count: number;
}

/**
 * Reads the outcomes of the last 24 hours, oldest first. Final hours are counted once per process, so that the
 * page, which reloads every ten seconds, counts only the current hour. Parallel calls share one query.
 */
export function createOutcomes(renders: RenderModel): (nowMs?: number) => Promise<HourOutcomes[]> {
  const final = new Map<number, HourOutcomes>();
  let running: Promise<HourOutcomes[]> | undefined;
  const read = async (nowMs: number) => {
    const hours = lastHours(nowMs);
    for (const hour of final.keys()) if (hour < hours[0]!) final.delete(hour);
    const from = hours.find((hour) => !final.has(hour)) ?? hours.at(-1)!;
    const counted = await countByHour(renders, from);
    return hours.map((hour) => {
      const outcomes = final.get(hour) ?? counted.get(hour) ?? emptyHour(hour);
      if (hour + hourMs + finalAfterMs <= nowMs) final.set(hour, outcomes);
      return outcomes;
    });
  };
  return (nowMs = Date.now()) => {
    running ??= read(nowMs).finally(() => {
      running = undefined;
    });
    return running;
  };
}

function lastHours(nowMs: number): number[] {
  const current = Math.floor(nowMs / hourMs) * hourMs;
  return Array.from({ length: outcomeHours }, (_, index) => current - (outcomeHours - 1 - index) * hourMs);
}

const emptyHour = (hour: number): HourOutcomes => ({
  hour,
  succeeded: 0,
  failed: 0,
  expired: 0,
  cancelled: 0,
});

/** Counts the outcomes from then on; served by the index on mode, state, end and failure code: it reads no document. */
export async function countByHour(renders: RenderModel, from: number): Promise<Map<number, HourOutcomes>> {
  const groups = getDriver(renders).aggregate<Group>(
    [
      { $match: { mode: 'live', state: { $in: [...terminalStates] }, endedAt: { $gte: new Date(from) } } },
      {
        $group: {
          _id: {
            hour: { $dateToString: { format: '%Y-%m-%dT%H', date: '$endedAt' } },
            state: '$state',
            code: '$failure.code',
          },
          count: { $sum: 1 },
        },
      },
    ],
    { maxTimeMS: queryMs },
  );
  const hours = new Map<number, HourOutcomes>();
  for (const { _id, count } of await groups.toArray()) {
    const hour = Date.parse(`${_id.hour}:00:00Z`);
    const outcomes = hours.get(hour) ?? emptyHour(hour);
    const name = getOutcome(_id);
    if (name) outcomes[name] += count;
    if (_id.state === 'expired') outcomes.expired += count;
    hours.set(hour, outcomes);
  }
  return hours;
}

/** A render that was refused for missing credits is `failed` without a failure code, and does not count. */
function getOutcome({ state, code }: Group['_id']): 'succeeded' | 'failed' | 'cancelled' | undefined {
  if (state === 'succeeded' || state === 'cancelled') return state;
  return state === 'expired' || code ? 'failed' : undefined;
}

export interface OutcomeSum {
  succeeded: number;
  failed: number;
  /** Share of failures among the renders that were not cancelled; absent without any. */
  errorRate?: number;
}

export function sumOutcomes(hours: readonly HourOutcomes[]): OutcomeSum {
  const succeeded = hours.reduce((sum, hour) => sum + hour.succeeded, 0);
  const failed = hours.reduce((sum, hour) => sum + hour.failed, 0);
  const ended = succeeded + failed;
  return { succeeded, failed, ...(ended > 0 && { errorRate: failed / ended }) };
}
