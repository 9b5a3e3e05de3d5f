import { accessSync, constants } from 'node:fs';
import { onPath } from '../backends/on-path.ts';
import { aptInstall } from '../setup/apt.mjs';

interface Program {
  /** As people call it. */
  name: string;
  /** Environment variable with its path. */
  variable: string;
  /** Variable with the reason why its tests are skipped. */
  missingVariable: string;
  /** Names on PATH. */
  programs: string[];
  /** Packages of Debian. */
  packages: string[];
}

/** Browsers of the tests. WebKit is started by its driver, on a display of Xvfb: it has no headless mode. */
export const browsers = {
  chromium: {
    name: 'Chromium',
    variable: 'CHROMIUM_PATH',
    missingVariable: 'CHROMIUM_MISSING',
    programs: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
    packages: ['chromium'],
  },
  firefox: {
    name: 'Firefox',
    variable: 'FIREFOX_PATH',
    missingVariable: 'FIREFOX_MISSING',
    programs: ['firefox-esr', 'firefox'],
    packages: ['firefox-esr'],
  },
  webkit: {
    name: 'WebKit',
    variable: 'WEBKIT_DRIVER_PATH',
    missingVariable: 'WEBKIT_DRIVER_MISSING',
    programs: ['WebKitWebDriver'],
    packages: ['xvfb', 'webkit2gtk-driver'],
  },
} as const satisfies Record<string, Program>;

export type BrowserName = keyof typeof browsers;

/** `missing` is the reason, as the end of "skipped: ". */
export type Browser = { path: string } | { missing: string };

/** Returns a browser without installing one: the path that its variable names, else on PATH. */
export function locateBrowser(env: NodeJS.ProcessEnv, which: BrowserName = 'chromium'): Browser {
  const { name, variable, programs } = browsers[which] as Program;
  const path = env[variable];
  if (!path) {
    const found = onPath(programs, env.PATH);
    if (!found) return { missing: `there is no ${name} on PATH` };
    if (which === 'webkit' && !onPath(['Xvfb'], env.PATH)) return { missing: 'there is no Xvfb on PATH' };
    return { path: found };
  }
  try {
    accessSync(path, constants.X_OK);
    return { path };
  } catch {
    return { missing: `${variable}=${path} cannot be run` };
  }
}

/** Locates a browser, or installs one with apt-get where that is allowed. */
export async function findBrowser(
  env: NodeJS.ProcessEnv,
  say: (line: string) => void,
  which: BrowserName = 'chromium',
): Promise<Browser> {
  const { variable, packages } = browsers[which];
  const located = locateBrowser(env, which);
  if ('path' in located || env[variable]) return located;
  let failure: string | undefined;
  for (const name of packages) failure ??= await aptInstall({ name }, say);
  const installed = locateBrowser(env, which);
  if ('path' in installed || !failure) return installed;
  return { missing: `${installed.missing}, and ${failure}` };
}

/**
 * Returns the variables by which tests find a browser, or the reason why they are skipped, which is printed.
 * `install` allows apt-get.
 */
export async function browserVariables(
  which: BrowserName,
  install: boolean,
  say: (line: string) => void,
): Promise<NodeJS.ProcessEnv> {
  const { name, variable, missingVariable } = browsers[which];
  const found = await (install ? findBrowser(process.env, say, which) : locateBrowser(process.env, which));
  if ('path' in found) return { [variable]: found.path };
  say(`The tests in ${name} are skipped: ${found.missing}.`);
  return { [missingVariable]: found.missing };
}
