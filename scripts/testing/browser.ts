import { accessSync, constants } from 'node:fs';
import { onPath } from '../backends/on-path.ts';
import { aptInstall } from '../setup/apt.mjs';

const programs = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** `missing` is the reason, as the end of "skipped: ". */
export type Browser = { path: string } | { missing: string };

/** Returns a Chromium without installing one: CHROMIUM_PATH, else on PATH. */
export function locateBrowser(env: NodeJS.ProcessEnv): Browser {
  const path = env.CHROMIUM_PATH;
  if (!path) {
    const found = onPath(programs, env.PATH);
    return found ? { path: found } : { missing: 'there is no Chromium on PATH' };
  }
  try {
    accessSync(path, constants.X_OK);
    return { path };
  } catch {
    return { missing: `CHROMIUM_PATH=${path} cannot be run` };
  }
}

/** Locates a Chromium, or installs one with apt-get where that is allowed. */
export async function findBrowser(env: NodeJS.ProcessEnv, say: (line: string) => void): Promise<Browser> {
  const located = locateBrowser(env);
  if ('path' in located || env.CHROMIUM_PATH) return located;
  const failure = await aptInstall({ name: 'chromium' }, say);
  const installed = locateBrowser(env);
  if ('path' in installed || !failure) return installed;
  return { missing: `${installed.missing}, and ${failure}` };
}
