import { once } from 'node:events';
import { mkdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Queue, QueueEvents } from 'bullmq';
import express, { type Response } from 'express';
import { Redis } from 'ioredis';
import { installGauges } from '../processes/gauges.ts';
import { type BareBody, takeIn } from './intake.ts';
import { queueName, readBareSettings } from './settings.ts';

/**
 * The baseline: a competent implementation without accounts, limits and documents. Express, BullMQ, one QueueEvents for
 * all callers, the request body released while the caller waits, the response as one Buffer.
 */
const settings = readBareSettings(process.env);
const dataDir = join(settings.dataDir, 'bare');
await mkdir(dataDir, { recursive: true });

const queue = new Queue(queueName, {
  connection: new Redis(settings.redisUrl, { maxRetriesPerRequest: 1 }),
  prefix: settings.prefix,
});
const events = new QueueEvents(queueName, {
  connection: new Redis(settings.redisUrl, { maxRetriesPerRequest: null }),
  prefix: settings.prefix,
});
const waiting = new Map<string, { resolve: () => void; reject: (error: Error) => void }>();
events.on('completed', ({ jobId }) => waiting.get(jobId)?.resolve());
events.on('failed', ({ jobId, failedReason }) => waiting.get(jobId)?.reject(new Error(failedReason)));

async function held(renderId: string): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => waiting.set(renderId, { resolve, reject }));
  } finally {
    waiting.delete(renderId);
  }
}

function send(res: Response, png: Buffer, products: number): void {
  const head = '{"image":"data:image/png;base64,';
  const results = Array.from({ length: products }, (_, index) => ({ index, fidelity: 'generic' }));
  const tail = `","products":${JSON.stringify(results)}}`;
  const body = Buffer.allocUnsafe(head.length + Math.ceil(png.length / 3) * 4 + tail.length);
  body.write(head, 0, 'latin1');
  body.write(png.toString('base64'), head.length, 'latin1');
  body.write(tail, body.length - tail.length, 'latin1');
  res.status(200).type('application/json').set('Content-Length', String(body.length)).end(body);
}

const app = express();
app.disable('x-powered-by');
app.disable('etag');
app.get('/healthz', (_req, res) => void res.json({ status: 'ok' }));
app.post('/visualize', express.json({ limit: '64mb' }), async (req, res) => {
  const job = await takeIn(req.body as BareBody, dataDir);
  const products = job.titles.length;
  req.body = undefined;
  const done = held(job.renderId);
  await queue.add('render', job, {
    jobId: job.renderId,
    removeOnComplete: { age: 3600, count: 1000 },
    removeOnFail: { age: 86_400, count: 5000 },
  });
  await done;
  send(res, await readFile(join(dataDir, job.renderId, 'out')), products);
});

const server = createServer(app);
server.timeout = 0;
server.listen({ host: '127.0.0.1', port: 0, backlog: 2048 });
await Promise.all([once(server, 'listening'), events.waitUntilReady(), queue.waitUntilReady()]);

process.once('SIGTERM', () => process.exit(0));
process.once('disconnect', () => process.exit(0));
installGauges();
process.send?.({ type: 'ready', port: (server.address() as AddressInfo).port });
