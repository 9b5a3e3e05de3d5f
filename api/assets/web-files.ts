import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { ApiError } from '../../shared/errors.ts';
import { getPageScripts, readWebBuild, type WebBuild, webBuildFolder, webBuildRecord } from './web-build.ts';

/** A built file as it is sent. */
export interface WebFile {
  /** As it is, and compressed by the encodings for which that is smaller. */
  variants: { identity: Buffer; br?: Buffer; gzip?: Buffer };
  /** `js`, `css`, … */
  extension: string;
}

/** The browser code in memory (about 1 MB), so that no request names a path of the file system. */
export interface WebFiles {
  build: WebBuild;
  /** By path relative to the folder of the build. */
  files: ReadonlyMap<string, WebFile>;
}

/**
 * Returns the current build. Outside of development the folder is read once.
 * @throws ConfigError when the browser code has not been built.
 */
export function openWebFiles(options: { development: boolean; folder?: string }): () => WebFiles {
  const { development, folder = webBuildFolder } = options;
  if (development) return followBuild(folder);
  const files = readWebFiles(folder);
  return () => files;
}

/**
 * Returns the newest build, from the moment it is written. An API of a fresh clone starts before the first one.
 * @throws ApiError SERVICE_UNAVAILABLE until then
 */
function followBuild(folder: string): () => WebFiles {
  let current: { files: WebFiles; writtenAt: number } | undefined;
  return () => {
    const { mtimeMs } = statSync(join(folder, webBuildRecord), { throwIfNoEntry: false }) ?? {};
    if (mtimeMs === undefined) throw notBuilt();
    if (current?.writtenAt !== mtimeMs) current = { files: readWebFiles(folder), writtenAt: mtimeMs };
    return current.files;
  };
}

const notBuilt = () =>
  new ApiError(
    'SERVICE_UNAVAILABLE',
    'The code for the browser is not built yet. npm start is building it; else run: node --import tsx scripts/web.ts',
    { retryAfter: 5 },
  );

function readWebFiles(folder: string): WebFiles {
  const build = readWebBuild(folder);
  const names = readdirSync(join(folder, 'assets')).filter((name) => !/\.(br|gz|tmp)$/.test(name));
  const scripts = getPageScripts(build).map(({ path }) => path);
  const paths = [...scripts, ...names.map((name) => `assets/${name}`)];
  return { build, files: new Map(paths.map((path) => [path, readFile(join(folder, path))])) };
}

function readFile(file: string): WebFile {
  const br = readIfThere(`${file}.br`);
  const gzip = readIfThere(`${file}.gz`);
  const variants = { identity: readFileSync(file), ...(br && { br }), ...(gzip && { gzip }) };
  return { variants, extension: extname(file).slice(1) };
}

function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
