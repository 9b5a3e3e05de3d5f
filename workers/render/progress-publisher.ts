import type { Redis } from 'ioredis';
import { throttledErrorLog } from '../../shared/jobs/throttled-log.ts';
import type { Logger } from '../../shared/log.ts';
import { type ProgressEvent, publishProgress } from '../../shared/renders/render-signals.ts';

/** Events of one stage closer together than this are not published; the first of a stage always is. */
const minIntervalMs = 250;
/** Events of one render are collected for this time; `encoding`, the last stage, publishes them at once. */
const collectMs = 50;

/** A render that fails or is handed over never reaches `encoding`: the oldest are dropped. */
const maxRemembered = 2000;

type Event = Omit<ProgressEvent, 'seq'>;

/** Publishes progress without ever delaying or failing the render. */
export function createProgressPublisher(options: {
  connection: Redis;
  prefix: string;
  log: Logger;
}): (renderId: string, stage: string, share?: number, provider?: string) => void {
  const { connection, prefix } = options;
  const onError = throttledErrorLog(options.log, 'Progress');
  const last = new Map<string, { stage: string; at: number }>();
  const waiting = new Map<string, { events: Event[]; timer: NodeJS.Timeout }>();
  const publish = (renderId: string) => {
    const { events = [], timer } = waiting.get(renderId) ?? {};
    clearTimeout(timer);
    waiting.delete(renderId);
    publishProgress(connection, { prefix }, renderId, events).catch(onError);
  };
  const add = (event: Event) => {
    const { renderId } = event;
    const collected = waiting.get(renderId);
    if (collected) collected.events.push(event);
    else waiting.set(renderId, { events: [event], timer: setTimeout(publish, collectMs, renderId) });
    if (event.stage === 'encoding') publish(renderId);
  };
  return (renderId, stage, share, provider) => {
    const before = last.get(renderId);
    const now = Date.now();
    if (before && before.stage === stage && now - before.at < minIntervalMs) return;
    if (stage === 'encoding') last.delete(renderId);
    else last.set(renderId, { stage, at: now });
    if (last.size > maxRemembered) last.delete(last.keys().next().value!);
    add({
      renderId,
      stage,
      ...(share === undefined ? {} : { share }),
      ...(provider ? { provider } : {}),
      at: new Date(now).toISOString(),
    });
  };
}
