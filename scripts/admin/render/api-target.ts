import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient, type RenderClient } from '../../../shared/client/index.ts';
import { getDataDir, readRunning } from '../backends.ts';
import { AdminError } from '../output.ts';

export interface TargetOptions {
  url?: string;
  key?: string;
  /** Uses the demo account's test key. */
  test?: boolean;
}

/**
 * Opens a client of the API that the options name, else `API_URL` and `API_KEY`, else of the running `npm start` with
 * the key of its demo account. @throws AdminError when one of them is missing
 */
export async function openClient(options: TargetOptions, env: NodeJS.ProcessEnv): Promise<RenderClient> {
  const given = options.url || env.API_URL;
  const baseUrl = given || (await readRunning(getDataDir(env)))?.apiUrl;
  if (!baseUrl) throw new AdminError('No API is running here: run npm start, or pass --url and --key.');
  const apiKey = options.key || env.API_KEY || (given ? undefined : await demoKey(options, env));
  if (!apiKey) throw new AdminError(`Pass --key, or set API_KEY to an API key of ${baseUrl}.`);
  try {
    return createClient({ apiKey, baseUrl });
  } catch (error) {
    throw new AdminError((error as Error).message);
  }
}

/** Demo keys are for the platform that made them, and never sent to another address. */
async function demoKey({ test }: TargetOptions, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const file = join(getDataDir(env), test ? 'demo-test-key' : 'demo-key');
  return (await readFile(file, 'utf8').catch(() => '')).trim() || undefined;
}
