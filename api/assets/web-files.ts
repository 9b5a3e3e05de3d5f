import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { readWebBuild, type WebBuild, webBuildFolder, webBuildRecord } from './web-build.ts';

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
 * Returns the current build. In development a new one is served as soon as it is written; elsewhere the folder is
 * read once.
 * @throws ConfigError when the browser code has not been built.
 */
export function openWebFiles(options: { development: boolean; folder?: string }): () => WebFiles {
  const { development, folder = webBuildFolder } = options;
  const writtenAt = () => statSync(join(folder, webBuildRecord)).mtimeMs;
  let current = readWebFiles(folder);
  if (!development) return () => current;
  let readAt = writtenAt();
  return () => {
    const at = writtenAt();
    if (at !== readAt) current = readWebFiles(folder);
    readAt = at;
    return current;
  };
}

function readWebFiles(folder: string): WebFiles {
  const build = readWebBuild(folder);
  const names = readdirSync(join(folder, 'assets')).filter((name) => !/\.(br|gz|tmp)$/.test(name));
  const paths = [build.loader.path, build.cart.path, ...names.map((name) => `assets/${name}`)];
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
