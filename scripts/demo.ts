import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { SetupError } from './backends/backend.ts';
import { databaseUri, deleteKeys, dropDatabase } from './backends/throw-away.ts';
import type { Closing } from './platform/closing.ts';
import { exampleRequest, render, summary } from './platform/example.ts';
import { startBackends, startProcesses } from './platform/platform.ts';
import { runSession, type Session } from './platform/run.ts';
import { readSettings } from './platform/settings.ts';
import { typed } from './platform/welcome.ts';
import { freePort } from './processes/port.ts';
import { ensureWebBuild } from './web/up-to-date.ts';

function outFile(args: string[]): string {
  try {
    const { values } = parseArgs({ args, options: { out: { type: 'string', default: 'demo.png' } } });
    return resolve(values.out);
  } catch (error) {
    throw new SetupError(`${(error as Error).message.split('.')[0]}. See: npm run demo -- --help`);
  }
}

/** Backends that were given may hold data: the demo uses a database and a prefix of its own in them. */
async function throwAwayEnvironment(dataDir: string, closing: Closing): Promise<NodeJS.ProcessEnv> {
  const name = `demo_${randomBytes(6).toString('hex')}`;
  const { MONGODB_URI, REDIS_URL } = process.env;
  if (REDIS_URL) closing.add(() => deleteKeys(REDIS_URL, [name]));
  const uri = MONGODB_URI ? databaseUri(MONGODB_URI, name) : '';
  if (uri) closing.add(() => dropDatabase(uri));
  const port = await freePort();
  return { ...process.env, DATA_DIR: dataDir, PORT: String(port), QUEUE_PREFIX: name, MONGODB_URI: uri };
}

async function demo({ closing, stops, say }: Session): Promise<undefined> {
  const since = performance.now();
  const elapsed = () => `${((performance.now() - since) / 1000).toFixed(1)} s`;
  const out = outFile(process.argv.slice(2));
  const dataDir = await mkdtemp(join(tmpdir(), 'render-platform-demo-'));
  closing.add(() => rm(dataDir, { recursive: true, force: true }));
  const env = await throwAwayEnvironment(dataDir, closing);
  const onLost = (line: string) => stops.request({ exitCode: 1, line });
  const running = { ...readSettings([], env), env, say, onLost, closing };

  // No page is opened; only in production does the API need what is built for them.
  if (env.NODE_ENV === 'production') await ensureWebBuild(say);
  say('Starting Redis, MongoDB, the API and a worker …');
  const backends = await startBackends(running);
  const api = startProcesses(running, backends);
  const { seedAccount } = await import('./seed.ts'); // the database's driver takes 300 ms to load
  const [apiUrl, key] = await Promise.all([api, seedAccount({ dataDir, mongoUri: backends.mongo.url })]);
  say(`Up after ${elapsed()}: ${backends.redis.what}, ${backends.mongo.what}, API at ${apiUrl}.`);

  const rendered = await render(apiUrl, key, await exampleRequest()).catch((error: unknown) => {
    throw new SetupError(`The example was not rendered: ${(error as Error).message}`);
  });
  await writeFile(out, rendered.png);
  say(`Rendered: ${summary(rendered)}`);
  say(`Image: ${typed(out)} (${rendered.png.length} bytes). Total ${elapsed()}.`);
}

process.umask(0o077);
await runSession(demo);
