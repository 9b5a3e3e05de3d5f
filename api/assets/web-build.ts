import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ConfigError } from '../../shared/config/load.ts';

/** The files that `scripts/web.ts` built for the browser; paths are relative to the folder of the build. */
export interface WebBuild {
  tryOn: EntryFiles;
  /** The pages of the documentation. */
  docs: EntryFiles;
  /** The public pages beside it. */
  home: EntryFiles;
  /** The operators' pages. */
  ops: EntryFiles;
  /** Signing in, /developers and /dashboard. */
  rooms: EntryFiles;
  loader: PageScript;
  /** Script for the shop's cart, which the loader fetches. */
  cart: PageScript;
  /** Script for the status of a render, which it fetches. */
  status: PageScript;
}

/** Returns the scripts of merchants' pages. */
export const getPageScripts = ({ loader, cart, status }: WebBuild): PageScript[] => [loader, cart, status];

/** An entry and everything that it imports statically: what the browser needs for the first paint. */
export interface EntryFiles {
  script: string;
  imports: string[];
  styles: string[];
  /** Scripts of each dynamically imported module that the entry does not have, by its path in the repository. */
  lazy: Record<string, string[]>;
}

/** A script for merchants' pages. */
export interface PageScript {
  path: string;
  /** Begin of the SHA-256 of the file, so it changes exactly when the file does. */
  version: string;
  /** For the attribute `integrity` of a script element. */
  integrity: string;
}

/** Returns the version of a script by the SHA-256 of its bytes. */
export function getVersion(sha256: Buffer): string {
  return sha256.toString('hex').slice(0, 12);
}

/** `web-build/` beside `api/`, in the sources and in the build. */
export const webBuildFolder = fileURLToPath(new URL('../../web-build', import.meta.url));

export const webBuildRecord = 'web-build.json';

/** @throws ConfigError when the browser code has not been built. */
export function readWebBuild(folder = webBuildFolder): WebBuild {
  try {
    return JSON.parse(readFileSync(join(folder, webBuildRecord), 'utf8')) as WebBuild;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new ConfigError('The code for the browser is not built; run: node --import tsx scripts/web.ts');
  }
}
