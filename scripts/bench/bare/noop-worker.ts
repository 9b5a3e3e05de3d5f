import { Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { installGauges } from '../processes/gauges.ts';
import { readBareSettings } from './settings.ts';

const { redisUrl, prefix, concurrency } = readBareSettings(process.env);
const worker = new Worker('noop', async () => 'succeeded', {
  connection: new Redis(redisUrl, { maxRetriesPerRequest: null }),
  prefix,
  concurrency,
});
await worker.waitUntilReady();
const close = () => void worker.close().then(() => process.exit(0));
process.once('SIGTERM', close);
process.once('disconnect', close);
installGauges();
process.send?.({ type: 'ready', port: 0 });
