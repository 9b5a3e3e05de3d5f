import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const checkMs = 5_000;

interface KeyRequest {
  dataDir: string;
  mongoUri: string;
  /** Resolves with the API's URL when it is up. */
  api: Promise<string>;
  say: (line: string) => void;
}

async function keptKey(dataDir: string): Promise<string> {
  return (await readFile(join(dataDir, 'demo-key'), 'utf8').catch(() => '')).trim();
}

async function accepted(apiUrl: string, key: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(`${apiUrl}/credits`, { headers, signal: AbortSignal.timeout(checkMs) });
  await response.arrayBuffer();
  return response.ok;
}

/**
 * The key of the demo account, which is made once. A key from an earlier start is tried on the API
 * first: a query of the database would load its driver (300 ms) at every start.
 */
export async function demoKey({ dataDir, mongoUri, api, say }: KeyRequest): Promise<string> {
  const kept = await keptKey(dataDir);
  if (kept && (await accepted(await api, kept))) return kept;
  const { seedDemo } = await import('../seed.ts');
  const { key } = await seedDemo({ mongoUri, dataDir, log: say });
  return key;
}
