import { Queue, QueueEvents } from 'bullmq';
import { Redis } from 'ioredis';
import { installGauges } from '../processes/gauges.ts';
import { readBareSettings } from './settings.ts';

/** BullMQ alone: a job is added, a worker takes it and does nothing, its event comes back. */
const { redisUrl, prefix } = readBareSettings(process.env);
const queue = new Queue('noop', { connection: new Redis(redisUrl), prefix });
const events = new QueueEvents('noop', {
  connection: new Redis(redisUrl, { maxRetriesPerRequest: null }),
  prefix,
});
const waiting = new Map<string, () => void>();
events.on('completed', ({ jobId }) => waiting.get(jobId)?.());
await Promise.all([queue.waitUntilReady(), events.waitUntilReady()]);

let made = 0;

async function jobOnce(): Promise<void> {
  const jobId = `noop-${process.pid}-${made++}`;
  const done = new Promise<void>((resolve) => waiting.set(jobId, resolve));
  await queue.add('noop', { renderId: jobId }, { jobId, removeOnComplete: 1000 });
  await done;
  waiting.delete(jobId);
}

process.on('message', async (message: { type?: string; renders: number; atOnce: number }) => {
  if (message.type !== 'drive') return;
  const startedAt = performance.now();
  let left = message.renders;
  const loop = async () => {
    while (left-- > 0) await jobOnce();
  };
  await Promise.all(Array.from({ length: message.atOnce }, loop));
  process.send?.({ type: 'driven', ms: performance.now() - startedAt, succeeded: message.renders });
});
process.once('SIGTERM', () => process.exit(0));
process.once('disconnect', () => process.exit(0));
installGauges();
process.send?.({ type: 'ready', port: 0 });
