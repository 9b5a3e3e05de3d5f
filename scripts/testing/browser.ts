import { accessSync, constants } from 'node:fs';
import { aptInstall } from '../backends/apt.ts';
import { onPath } from '../backends/on-path.ts';

const programs = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

export type Browser = { path: string } | { missing: string };

/** CHROMIUM_PATH, else a Chromium on PATH, else apt-get where that is possible. */
export async function findBrowser(env: NodeJS.ProcessEnv, say: (line: string) => void): Promise<Browser> {
  if (env.CHROMIUM_PATH) {
    try {
      accessSync(env.CHROMIUM_PATH, constants.X_OK);
      return { path: env.CHROMIUM_PATH };
    } catch {
      return { missing: `CHROMIUM_PATH=${env.CHROMIUM_PATH} cannot be run` };
    }
  }
  const found = onPath(programs, env.PATH);
  if (found) return { path: found };
  const failure = await aptInstall({ name: 'chromium' }, say);
  const installed = onPath(programs, env.PATH);
  return installed
    ? { path: installed }
    : { missing: `no Chromium on PATH, and ${failure ?? 'the package brought none'}` };
}
