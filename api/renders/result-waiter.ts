import { setMaxListeners } from 'node:events';
import type { Redis } from 'ioredis';
import { untilAborted } from '../../shared/async/until-aborted.ts';
import { throttledErrorLog } from '../../shared/jobs/throttled-log.ts';
import type { Logger } from '../../shared/log.ts';
import { createPoll } from './poll.ts';
import { createRegistration, type Registration, type Wakeable, type WakeReason } from './registration.ts';
import { followRenderEvents } from './render-events.ts';

export type { NextOutcome, Registration } from './registration.ts';

/** Ids per query, so that thousands of waiting calls never make one huge query. */
const idsPerQuery = 500;
const queryMs = 5000;

export interface ResultWaiterSettings {
  /** From `workerConnection`. The caller closes it, after the waiter. */
  connection: Redis;
  /** Every queue that a render can wait in. */
  queueNames: readonly string[];
  prefix: string;
  /** Returns those of the renders that have ended; called every `pollMs` for all that are waited for. */
  isFinished: (renderIds: string[], signal: AbortSignal) => Promise<string[]>;
  log: Logger;
  pollMs?: number;
}

export interface ResultWaiter {
  /** Resolves once no event of a job added from now on can be missed. */
  ready: Promise<void>;
  /** Call it before the job is enqueued; `release` it once the response is sent. */
  register(renderId: string): Registration;
  /** Renders waited for. */
  pending(): number;
  /** Registrations of that render: callers that wait for it in this process. */
  waiting(renderId: string): number;
  /** Wakes those who wait for a render that this process has changed, without a message through Redis. */
  wake(renderId: string): void;
  /** Aborts when `close` is called. */
  closing: AbortSignal;
  /** Wakes all with `closed`; idempotent, takes about a second at most. */
  close(): Promise<void>;
}

/**
 * Lets many calls wait for their renders over one Redis connection and one set of listeners for each queue.
 *
 * BullMQ's own `job.waitUntilFinished` was measured to hang to its limit when events are trimmed
 * during an outage, when the job is removed and at shutdown, and to add a listener per wait. Here an
 * event is only a hint to read the render document again, and a bulk poll finds what events missed.
 */
export function createResultWaiter(settings: ResultWaiterSettings): ResultWaiter {
  const { connection, queueNames, prefix, isFinished, log, pollMs = 5000 } = settings;
  /** Arrays, since most renders have one caller: a set for each would be twice as large. */
  const table = new Map<string, readonly Wakeable[]>();
  const stopping = new AbortController();
  // One for each call whose images arrive.
  setMaxListeners(0, stopping.signal);
  let closing: Promise<void> | undefined;

  function wakeAll(renderId: string, reason: WakeReason): void {
    for (const entry of table.get(renderId) ?? []) entry.wake(reason);
  }

  async function pollDatabase(stop: AbortSignal): Promise<void> {
    const ids = [...table.keys()];
    for (let at = 0; at < ids.length && !stop.aborted; at += idsPerQuery) {
      const signal = AbortSignal.timeout(queryMs);
      const finished = await untilAborted(isFinished(ids.slice(at, at + idsPerQuery), signal), signal);
      for (const renderId of finished) wakeAll(renderId, 'poll');
    }
  }

  const poll = createPoll({
    run: pollDatabase,
    everyMs: pollMs,
    onError: throttledErrorLog(log, 'Render poll'),
  });
  const events = queueNames.map((queueName) =>
    followRenderEvents({
      connection,
      queueName,
      prefix,
      log,
      onRender: (renderId) => wakeAll(renderId, 'event'),
      onGap: poll.now,
    }),
  );

  function register(renderId: string): Registration {
    const entry = createRegistration((released) => {
      const left = table.get(renderId)?.filter((other) => other !== released) ?? [];
      if (left.length > 0) table.set(renderId, left);
      else table.delete(renderId);
    });
    if (closing) entry.end();
    else table.set(renderId, [...(table.get(renderId) ?? []), entry]);
    return entry;
  }

  function close(): Promise<void> {
    poll.close();
    stopping.abort();
    closing ??= Promise.all(events.map((each) => each.close())).then(() => undefined);
    for (const entries of table.values()) for (const entry of entries) entry.end();
    table.clear();
    return closing;
  }

  return {
    ready: Promise.all(events.map((each) => each.ready)).then(() => undefined),
    register,
    pending: () => table.size,
    waiting: (renderId) => table.get(renderId)?.length ?? 0,
    wake: (renderId) => wakeAll(renderId, 'event'),
    closing: stopping.signal,
    close,
  };
}
