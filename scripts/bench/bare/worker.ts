import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { Agent, request } from 'undici';
import { checkOutput } from '../../../shared/images/output.ts';
import { installGauges } from '../processes/gauges.ts';
import { type BareJob, queueName, readBareSettings } from './settings.ts';

const settings = readBareSettings(process.env);
const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0 });

const dataUrl = (bytes: Buffer) => `data:image/jpeg;base64,${bytes.toString('base64')}`;

/** The same call of the same model server: the images as data URLs in, one image as data URL out. */
async function predict(job: BareJob, scene: Buffer, images: Buffer[]): Promise<Buffer> {
  const input = {
    scene: dataUrl(scene),
    images: images.map(dataUrl),
    prompt: `Place ${job.titles.join(', ')} into the scene.`,
    products: job.titles.map((title, index) => ({ title, images: [index] })),
  };
  const response = await request(`${settings.modelUrl}/predictions/${job.renderId}`, {
    method: 'PUT',
    dispatcher,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ input }),
  });
  const { status, output } = (await response.body.json()) as { status: string; output: string };
  if (status !== 'succeeded') throw new Error(`prediction ${status}`);
  return Buffer.from(output.slice(output.indexOf(',') + 1), 'base64');
}

async function render(job: BareJob): Promise<void> {
  const [scene, ...images] = await Promise.all([job.scene, ...job.images].map((path) => readFile(path)));
  const image = await predict(job, scene!, images);
  const { width, height } = job;
  const { png } = await checkOutput(image, { scene: scene!, expected: { width, height } });
  await writeFile(join(dirname(job.scene), 'out'), png);
}

const worker = new Worker<BareJob>(queueName, (job) => render(job.data), {
  connection: new Redis(settings.redisUrl, { maxRetriesPerRequest: null }),
  prefix: settings.prefix,
  concurrency: settings.concurrency,
});
await worker.waitUntilReady();

const close = () => void worker.close().then(() => process.exit(0));
process.once('SIGTERM', close);
process.once('disconnect', close);
installGauges();
process.send?.({ type: 'ready', port: 0 });
