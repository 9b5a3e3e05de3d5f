import type { Redis } from 'ioredis';
import { sparingErrorLog } from '../../shared/jobs/sparing-log.ts';
import type { Logger } from '../../shared/log.ts';
import { publishProgress } from '../../shared/renders/render-signals.ts';

/** Events of one render closer together than this are for nobody's eyes; the first of a stage always goes out. */
const leastMs = 250;

/** Publishes progress without ever holding up or failing the render it tells about. */
export function createProgressPublisher(options: {
  connection: Redis;
  prefix: string;
  log: Logger;
}): (renderId: string, stage: string, share?: number) => void {
  const { connection, prefix } = options;
  const complain = sparingErrorLog(options.log, 'Progress');
  const last = new Map<string, { stage: string; at: number }>();
  return (renderId, stage, share) => {
    const before = last.get(renderId);
    const now = Date.now();
    if (before && before.stage === stage && now - before.at < leastMs) return;
    if (stage === 'encoding') last.delete(renderId);
    else last.set(renderId, { stage, at: now });
    const event = { renderId, stage, ...(share === undefined ? {} : { share }) };
    publishProgress(connection, { prefix }, event).catch(complain);
  };
}
