import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Backend } from '../../scripts/backends/backend.ts';
import { spawnEmbeddedMongo } from '../../scripts/backends/embedded.ts';
import { onPath } from '../../scripts/backends/on-path.ts';
import { startRedisServer } from '../../scripts/backends/redis-server.ts';
import { databaseUri, deleteKeys, dropDatabase } from '../../scripts/backends/throw-away.ts';

/*
 * `npm test` starts the backends once and passes them as REDIS_URL and TEST_MONGODB_URI (MONGODB_URI
 * names a real server of a person's own and wins). A single file run by hand (`npx mocha test/…`) has
 * neither: then this process starts private ones on first use.
 */
const databases = new Set<string>();
const prefixes = new Set<string>();
const folders: string[] = [];
let redis: Promise<Backend> | undefined;
let mongo: Promise<Backend> | undefined;

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'render-platform-test-'));
  folders.push(folder);
  return folder;
}

async function privateRedis(): Promise<Backend> {
  const binary = onPath(['redis-server', 'valkey-server']);
  if (!binary) throw new Error('These tests need Redis: set REDIS_URL, or put redis-server on PATH.');
  const server = await startRedisServer({ binary, dir: temporaryFolder(), durable: false });
  await server.ready;
  server.unref?.();
  return server;
}

async function privateMongo(): Promise<Backend> {
  const server = await spawnEmbeddedMongo({ dir: null });
  await server.ready;
  server.unref?.();
  return server;
}

/** For connections of tests in which no Redis fails: no machine stands still for so long. */
export const patientMs = 30_000;

/** A Redis that tests share: keep to keys under `freshPrefix()`. */
export async function redisUrl(): Promise<string> {
  if (process.env.REDIS_URL) return process.env.REDIS_URL;
  redis ??= privateRedis();
  return (await redis).url;
}

/** The URI of that database on the MongoDB that tests share. */
async function mongoUri(name: string): Promise<string> {
  const given = process.env.MONGODB_URI || process.env.TEST_MONGODB_URI;
  if (given) return databaseUri(given, name);
  mongo ??= privateMongo();
  return databaseUri((await mongo).url, name);
}

/** The URI of an empty database of its own, dropped after the last test of this process. */
export async function freshDatabase(): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const uri = await mongoUri(name);
  databases.add(uri);
  return uri;
}

/** A prefix of its own for BullMQ and other Redis keys, whose keys are deleted after the last test. */
export function freshPrefix(): string {
  const prefix = `test-${randomBytes(6).toString('hex')}`;
  prefixes.add(prefix);
  return prefix;
}

/** Stores of our own are thrown away whole; only shared ones need tidying. */
async function tidyUp(): Promise<void> {
  if (process.env.MONGODB_URI) for (const uri of databases) await dropDatabase(uri);
  if (process.env.REDIS_URL) await deleteKeys(process.env.REDIS_URL, prefixes);
  await Promise.all([redis, mongo].map(async (server) => (await server)?.close()));
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}

// The first import of this file happens while mocha loads test files, so this hook is a root hook.
if (typeof after === 'function') after('tidies up the backends', tidyUp);
