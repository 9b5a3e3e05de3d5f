import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeBackendsFile } from './platform/backends-file.ts';
import { demoKeys } from './platform/demo-keys.ts';
import { openDemoShop } from './platform/demo-shop.ts';
import { exampleRequest, render, summary } from './platform/example.ts';
import { startBackends, startProcesses } from './platform/platform.ts';
import { runSession, type Session } from './platform/run.ts';
import { lockDataDir } from './platform/running.ts';
import { readSettings, requireFreePort } from './platform/settings.ts';
import { typed, welcome } from './platform/welcome.ts';
import { workerCommand } from './platform/worker-command.ts';
import { freePort } from './processes/port.ts';
import { ensureWebBuild } from './web/up-to-date.ts';

/** Renders the example the first time on a data folder; returns where the image is. */
async function firstImage(
  dataDir: string,
  requestFile: string,
  apiUrl: string,
  key: string,
  say: (line: string) => void,
): Promise<string> {
  const file = join(dataDir, 'example.png');
  if (existsSync(file) && existsSync(requestFile)) return `${typed(file)} (rendered by an earlier start)`;
  const body = await exampleRequest();
  say('Rendering the example, which takes some seconds …');
  await writeFile(requestFile, body);
  try {
    const rendered = await render(apiUrl, key, body);
    await writeFile(file, rendered.png);
    return `${typed(file)} (${summary(rendered)})`;
  } catch (error) {
    return `not rendered: ${(error as Error).message}`; // the platform runs nevertheless
  }
}

async function start({ closing, stops, say }: Session): Promise<undefined> {
  const settings = readSettings(process.argv.slice(2), process.env);
  const { dataDir } = settings;
  settings.port ||= await freePort();
  closing.add(lockDataDir(dataDir, `http://localhost:${settings.port}`));
  await requireFreePort(settings);
  const pages = ensureWebBuild(say);
  pages.catch(() => undefined); // a start that fails before never awaits it
  const { env } = process;
  // In development the API starts without them: only pages need the code for the browser.
  if (env.NODE_ENV === 'production') await pages;

  const onLost = (line: string) =>
    stops.request({ exitCode: 1, line: `${line} See ${typed(dataDir)}/logs.` });
  const running = { ...settings, env, say, onLost, closing };
  const backends = await startBackends(running);
  const { redis, mongo } = backends;
  const api = startProcesses(running, backends);
  const [apiUrl, { catalog, ...demo }, demoShop] = await Promise.all([
    api,
    demoKeys({ dataDir, env, mongoUri: mongo.url, api, say }),
    openDemoShop(settings, closing),
  ]);
  closing.add(
    writeBackendsFile(dataDir, { redisUrl: redis.url, mongoUri: mongo.url, apiUrl, pid: process.pid }),
  );

  const requestFile = join(dataDir, 'example-request.json');
  const example = await firstImage(dataDir, requestFile, apiUrl, demo.key, say);
  await Promise.all([pages, catalog]);
  const worker = workerCommand({ env, dataDir });
  const facts = { apiUrl, dataDir, redis: redis.what, mongo: mongo.what, ...demo, requestFile };
  say(welcome({ ...facts, demoShop, example, worker }));
  say(`Ready: ${apiUrl}`);
  await new Promise(() => undefined); // until a signal, or until a part is lost
}

process.umask(0o077); // whatever it and its children write is readable by this user only
await runSession(start);
