import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import sharp from 'sharp';
import { startApi } from '../../api/start-api.ts';
import { type CogServer, startCogServer } from '../../scripts/bench/cog-server.ts';
import type { CogMode } from '../../scripts/bench/cog-server-modes.ts';
import type { AccountLimits, Credits } from '../../shared/accounts/account-model.ts';
import { createAccount } from '../../shared/accounts/accounts.ts';
import type { BlobStorage } from '../../shared/blobs/blob-storage.ts';
import { createBlobStorage } from '../../shared/blobs/create-blob-storage.ts';
import { loadConfig } from '../../shared/config/load.ts';
import type { Config } from '../../shared/config/variables.ts';
import { grantCredits } from '../../shared/credits/credits.ts';
import { type Database, openDatabase } from '../../shared/database/database.ts';
import { newId } from '../../shared/ids.ts';
import { type Verification, verifyInvariants } from '../../shared/invariants/verify.ts';
import { createKey } from '../../shared/keys/keys.ts';
import { type Logger, silentLogger } from '../../shared/log.ts';
import type { Started } from '../../shared/process/run-process.ts';
import { isTerminal, type RenderState } from '../../shared/renders/states.ts';
import { startFleetMember } from '../../workers/start-fleet-member.ts';
import { freshDatabase, freshPrefix, patientMs, redisUrl } from './backends.ts';

export interface TestPlatform {
  url: string;
  config: Config;
  database: Database;
  blobs: BlobStorage;
  redis: Redis;
  cog: CogServer;
  /** A new account with a live key (and a test key). */
  account(options?: { credits?: number; limits?: AccountLimits }): Promise<TestAccount>;
  credits(account: string): Promise<Credits>;
  /** A worker of this process, with its configuration changed by `change`. */
  startWorker(change?: Partial<Config>): Promise<Started>;
  /** Waits until every render has ended and every hold is settled, then checks all invariants. */
  verifyAtRest(): Promise<Verification>;
  close(): Promise<void>;
}

export interface TestAccount {
  id: string;
  key: string;
  testKey: string;
}

export interface PlatformOptions {
  env?: Record<string, string>;
  /** Further `host:port` entries of OUTBOUND_ALLOW. */
  allow?: string[];
  workers?: number;
  cogMode?: CogMode;
  cogLatencyMs?: number;
  /** Receives the entries of the API and the workers; default: none. */
  log?: Logger;
}

/** The whole platform in this process: API, workers, a Cog-speaking model; real Redis and database. */
export async function startPlatform(options: PlatformOptions = {}): Promise<TestPlatform> {
  const dataDir = await mkdtemp(join(tmpdir(), 'render-platform-test-'));
  const cog = await startCogServer({ mode: options.cogMode ?? 'ok', latencyMs: options.cogLatencyMs ?? 0 });
  const config = loadConfig({
    NODE_ENV: 'test',
    PORT: '0',
    DATA_DIR: dataDir,
    REDIS_URL: await redisUrl(),
    REDIS_COMMAND_SECONDS: String(patientMs / 1000),
    MONGODB_URI: await freshDatabase(),
    QUEUE_PREFIX: freshPrefix(),
    RENDER_PROVIDERS: 'cog',
    COG_URL: cog.url,
    OUTBOUND_ALLOW: [cog.hostPort, ...(options.allow ?? [])].join(','),
    RATE_LIMIT_PER_MINUTE: '100000',
    RATE_LIMIT_CONCURRENT: '1000',
    SHUTDOWN_SECONDS: '10',
    SWEEP_SECONDS: '1',
    PROVIDER_ATTEMPTS: '1',
    ...options.env,
  });
  const log = options.log ?? silentLogger();
  const database = await openDatabase({ uri: config.MONGODB_URI, log, selectionMs: 5000 });
  await database.ensureIndexes();
  const redis = new Redis(config.REDIS_URL);
  const blobs = createBlobStorage(config);
  const api = await startApi(config, log);
  const started: Started[] = [api];
  const startWorker = async (change: Partial<Config> = {}) => {
    const worker = await startFleetMember({ ...config, ...change }, log);
    started.push(worker);
    return worker;
  };
  for (let count = options.workers ?? 1; count > 0; count -= 1) await startWorker();
  return {
    url: `http://127.0.0.1:${api.port}`,
    config,
    database,
    blobs,
    redis,
    cog,
    account: (wanted) => makeAccount(database, wanted),
    credits: async (account) => (await database.accounts.findById(account).lean())!.credits,
    startWorker,
    verifyAtRest: () => verifyAtRest(database, blobs),
    close: async () => {
      await Promise.all(started.map((process) => process.close(5000)));
      await Promise.all([cog.close(), redis.quit(), database.close(), blobs.close()]);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function makeAccount(
  database: Database,
  { credits = 100, limits }: { credits?: number; limits?: AccountLimits } = {},
): Promise<TestAccount> {
  const { _id: id } = await createAccount(database.accounts, { name: 'Test', ...(limits ? { limits } : {}) });
  if (credits > 0) {
    await grantCredits(database, { account: id, grantId: newId('grant'), amount: credits, at: new Date() });
  }
  const { key } = await createKey(database.keys, { account: id, mode: 'live', name: 'live' });
  const { key: testKey } = await createKey(database.keys, { account: id, mode: 'test', name: 'test' });
  return { id, key, testKey };
}

const restMs = 30_000;

async function verifyAtRest(database: Database, blobs: BlobStorage): Promise<Verification> {
  await eventually(async () => {
    const renders = await database.renders.find({}, { state: 1 }).lean();
    const open = renders.filter((render) => !isTerminal(render.state));
    const held = await database.accounts.countDocuments({ 'credits.held': { $gt: 0 } });
    return open.length === 0 && held === 0;
  }, restMs);
  return verifyInvariants({ database, blobs, atRest: true });
}

/** Checks `condition` every 50 ms until it is true. @throws Error after `ms`. */
export async function eventually(condition: () => Promise<boolean> | boolean, ms = 30_000): Promise<void> {
  const until = Date.now() + ms;
  while (!(await condition())) {
    if (Date.now() > until) throw new Error(`not so after ${ms} ms`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Keeps predictions of the model from ending until the returned function is called; further calls do nothing. */
export function hold(cog: CogServer): () => void {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  cog.held = held;
  return () => {
    if (cog.held === held) delete cog.held;
    release();
  };
}

/** A JPEG of the given size with a gradient, so that it is neither blank nor uniform. */
export async function photo(width = 96, height = 64, tint = 0): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < width * height; at += 1) {
    pixels[at * 3] = (at % width) * 2;
    pixels[at * 3 + 1] = Math.floor(at / width) * 3;
    pixels[at * 3 + 2] = tint;
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 92 })
    .toBuffer();
}

export function dataUrl(bytes: Buffer, type = 'image/jpeg'): string {
  return `data:${type};base64,${bytes.toString('base64')}`;
}

/** A JPEG of a product on a white ground, so that the local renderer can cut it out. */
export async function productPhoto(width = 64, height = 64, tint = 200): Promise<Buffer> {
  const product = await photo(Math.round(width * 0.5), Math.round(height * 0.6), tint);
  return sharp({ create: { width, height, channels: 3, background: '#fff' } })
    .composite([{ input: product }])
    .jpeg({ quality: 92 })
    .toBuffer();
}

/** A valid body: one scene, one product. */
export async function visualizeBody(change: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
  return {
    sceneImage: dataUrl(await photo(96, 64, 10)),
    products: [{ title: 'Chair', category: 'chair', images: [dataUrl(await productPhoto())] }],
    ...change,
  };
}

export interface ApiResult {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: the tests read responses of every shape.
  body: any;
}

/** `POST /visualize` with the response parsed. */
export async function visualize(
  platform: Pick<TestPlatform, 'url'>,
  key: string,
  body: unknown,
  headers: Record<string, string> = {},
  signal?: AbortSignal,
): Promise<ApiResult> {
  const response = await fetch(`${platform.url}/visualize`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...(signal ? { signal } : {}),
  });
  return parsed(response);
}

/** `POST /visualize` of a caller that disconnects as soon as its render is in that state. */
export async function hangUpWhen(
  platform: TestPlatform,
  account: TestAccount,
  state: RenderState,
  headers: Record<string, string> = {},
): Promise<string> {
  const seen = new Date();
  const caller = new AbortController();
  const result = visualize(platform, account.key, await visualizeBody(), headers, caller.signal);
  const given = result.catch(() => undefined);
  const newest = () =>
    platform.database.renders.findOne({ account: account.id, state, createdAt: { $gte: seen } }).lean();
  let id: string | undefined;
  await eventually(async () => {
    id = (await newest())?._id;
    return id !== undefined;
  });
  caller.abort();
  await given;
  return id!;
}

export async function call(
  platform: Pick<TestPlatform, 'url'>,
  method: string,
  path: string,
  key: string,
  headers: Record<string, string> = {},
): Promise<ApiResult> {
  const response = await fetch(platform.url + path, {
    method,
    headers: { authorization: `Bearer ${key}`, ...headers },
  });
  return parsed(response);
}

async function parsed(response: Response): Promise<ApiResult> {
  const text = await response.text();
  const json = response.headers.get('content-type')?.includes('json');
  return { status: response.status, headers: response.headers, body: json ? JSON.parse(text) : text };
}
