import { setTimeout as delay } from 'node:timers/promises';
import { QueueEvents } from 'bullmq';
import type { Redis } from 'ioredis';
import { endsWithin } from '../../shared/async/ends-within.ts';
import { renderIdOfJob } from '../../shared/jobs/render-job.ts';
import { throttledErrorLog } from '../../shared/jobs/throttled-log.ts';
import type { Logger } from '../../shared/log.ts';

/** The events after which a render may be decided; `removed` comes when a job is deleted, without `failed`. */
const terminalEvents = ['completed', 'failed', 'removed'] as const;

const restartMs = 1000;
const closeMs = 1000;

export interface RenderEventsSettings {
  /** From `workerConnection`; it is duplicated for the blocking read. */
  connection: Redis;
  queueName: string;
  prefix: string;
  log: Logger;
  onRender: (renderId: string) => void;
  /** Events may have been missed: before the first read, and after each reconnect. */
  onGap: () => void;
}

export interface RenderEvents {
  /** Resolves once no event of a job enqueued from now on can be missed. */
  ready: Promise<void>;
  close(): Promise<void>;
}

/**
 * Follows a render queue's event stream with one QueueEvents. When its read loop ends, a new one starts
 * after the newest event received.
 */
export function followRenderEvents(settings: RenderEventsSettings): RenderEvents {
  const { connection, queueName, prefix, log, onRender, onGap } = settings;
  const report = throttledErrorLog(log, 'Render events');
  const stopping = new AbortController();
  let current: QueueEvents | undefined;
  let lastId: string | undefined;
  let becomeReady: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => {
    becomeReady = resolve;
  });

  async function follow(): Promise<void> {
    lastId ??= await newestEventId(connection, `${prefix}:${queueName}:events`);
    if (stopping.signal.aborted) return;
    current = openEvents({ connection, queueName, prefix, lastId });
    for (const event of terminalEvents) {
      current.on(event, ({ jobId }: { jobId: string }, id: string) => {
        lastId = id;
        onRender(renderIdOfJob(jobId));
      });
    }
    current.on('error', report);
    current.getBackend().on('ready', onGap);
    becomeReady();
    onGap();
    await current.run();
  }

  async function keepFollowing(): Promise<void> {
    while (!stopping.signal.aborted) {
      await follow().catch(report);
      if (stopping.signal.aborted) return;
      await closeQueueEvents(current);
      await delay(restartMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  void keepFollowing();
  return {
    ready,
    close: () => {
      stopping.abort();
      becomeReady();
      return closeQueueEvents(current);
    },
  };
}

/**
 * Returns the id to read on from. Without one QueueEvents reads from `$`, and loses what happens before its first XREAD
 * and whatever happens during a reconnect that comes before the first event.
 */
async function newestEventId(connection: Redis, stream: string): Promise<string> {
  const [newest] = await connection.xrevrange(stream, '+', '-', 'COUNT', 1);
  return newest?.[0] ?? '0-0';
}

function openEvents(from: {
  connection: Redis;
  queueName: string;
  prefix: string;
  lastId: string;
}): QueueEvents {
  return new QueueEvents(from.queueName, {
    connection: from.connection,
    prefix: from.prefix,
    lastEventId: from.lastId,
    autorun: false,
    // With these two it can be closed while Redis is away; without them close() waits for Redis.
    skipWaitingForReady: true,
    skipVersionCheck: true,
  });
}

/** QueueEvents.close() waits for an `end` that ioredis does not send between two reconnects. */
async function closeQueueEvents(events: QueueEvents | undefined): Promise<void> {
  if (events) await endsWithin(events.close(), closeMs).catch(() => undefined);
}
