import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DemoKeys } from '../seed.ts';
import { hasDemoCatalog } from './demo-catalog-mark.ts';
import { readDemoPassword } from './demo-password.ts';

const checkMs = 5_000;

interface KeyRequest {
  dataDir: string;
  env: NodeJS.ProcessEnv;
  mongoUri: string;
  /** Resolves with the API's URL when it is up. */
  api: Promise<string>;
  say: (line: string) => void;
}

async function keptKey(dataDir: string, file: 'demo-key' | 'demo-test-key'): Promise<string> {
  return (await readFile(join(dataDir, file), 'utf8').catch(() => '')).trim();
}

async function accepted(apiUrl: string, key: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(`${apiUrl}/credits`, { headers, signal: AbortSignal.timeout(checkMs) });
  await response.arrayBuffer();
  return response.ok;
}

/**
 * Returns the keys of the demo account, which is made once, like its store and catalog. Keys of an earlier start are
 * tried on the API first: a query of the database would load its driver (300 ms) at every start.
 */
export async function demoKeys({ dataDir, env, mongoUri, api, say }: KeyRequest): Promise<DemoKeys> {
  const [key, testKey] = await Promise.all([keptKey(dataDir, 'demo-key'), keptKey(dataDir, 'demo-test-key')]);
  const password = await readDemoPassword(dataDir);
  const hasPeople = env.NODE_ENV === 'production' || password !== undefined;
  const isSeeded = key && testKey && hasPeople && (await hasDemoCatalog(dataDir));
  const known = isSeeded ? await api : undefined;
  if (known && (await accepted(known, key)) && (await accepted(known, testKey)))
    return { key, testKey, ...(password !== undefined && { password }), catalog: Promise.resolve() };
  const { seedDemo } = await import('../seed.ts');
  return seedDemo({ mongoUri, dataDir, env, log: say });
}
