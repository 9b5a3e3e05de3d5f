import type { Redis } from 'ioredis';
import { throttledErrorLog } from '../../shared/jobs/throttled-log.ts';
import type { Logger } from '../../shared/log.ts';
import { type ProgressEvent, publishProgress } from '../../shared/renders/render-signals.ts';

/** Events of one render closer together than this are for nobody's eyes; the first of a stage always goes out. */
const leastMs = 250;
/** Events of one render wait this long for each other; `encoding`, the last stage, takes them along. */
const togetherMs = 50;

/** A render that fails or is handed over never comes to `encoding`: the oldest make room. */
const mostRemembered = 2000;

type Event = Omit<ProgressEvent, 'seq'>;

/** Publishes progress without ever holding up or failing the render it tells about. */
export function createProgressPublisher(options: {
  connection: Redis;
  prefix: string;
  log: Logger;
}): (renderId: string, stage: string, share?: number) => void {
  const { connection, prefix } = options;
  const complain = throttledErrorLog(options.log, 'Progress');
  const last = new Map<string, { stage: string; at: number }>();
  const waiting = new Map<string, { events: Event[]; timer: NodeJS.Timeout }>();
  const publish = (renderId: string) => {
    const { events = [], timer } = waiting.get(renderId) ?? {};
    clearTimeout(timer);
    waiting.delete(renderId);
    publishProgress(connection, { prefix }, renderId, events).catch(complain);
  };
  const add = (event: Event) => {
    const { renderId } = event;
    const together = waiting.get(renderId);
    if (together) together.events.push(event);
    else waiting.set(renderId, { events: [event], timer: setTimeout(publish, togetherMs, renderId) });
    if (event.stage === 'encoding') publish(renderId);
  };
  return (renderId, stage, share) => {
    const before = last.get(renderId);
    const now = Date.now();
    if (before && before.stage === stage && now - before.at < leastMs) return;
    if (stage === 'encoding') last.delete(renderId);
    else last.set(renderId, { stage, at: now });
    if (last.size > mostRemembered) last.delete(last.keys().next().value!);
    add({ renderId, stage, ...(share === undefined ? {} : { share }), at: new Date(now).toISOString() });
  };
}
