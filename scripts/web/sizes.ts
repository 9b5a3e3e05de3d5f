import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { WebBuild } from '../../api/assets/web-build.ts';

/** Bytes after gzip. */
export interface Sizes {
  /** The entry, its static imports and the texts of the first screen in the longest language. */
  script: number;
  style: number;
  loader: number;
  /** The scripts and the styles of the documentation, the largest of the tools. */
  tool: { script: number; style: number };
}

const isFirstTexts = (path: string) => /^api\/web\/try-on\/texts\/\w+\.ts$/.test(path);

/** Counts the bytes up to the first paint of the try-on and of a tool, and those of the loader on a merchant's page. */
export async function measureSizes(folder: string, { tryOn, docs, loader }: WebBuild): Promise<Sizes> {
  const sum = async (paths: string[]) => {
    const files = await Promise.all(paths.map((path) => readFile(join(folder, path))));
    return files.reduce((bytes, file) => bytes + gzipSync(file, { level: 9 }).length, 0);
  };
  const catalogues = Object.entries(tryOn.lazy).filter(([path]) => isFirstTexts(path));
  const texts = await Promise.all(catalogues.map(([, files]) => sum(files)));
  const [first, style, loaded, toolScript, toolStyle] = await Promise.all([
    sum([tryOn.script, ...tryOn.imports]),
    sum(tryOn.styles),
    sum([loader.path]),
    sum([docs.script, ...docs.imports]),
    sum(docs.styles),
  ]);
  const script = first + Math.max(...texts);
  return { script, style, loader: loaded, tool: { script: toolScript, style: toolStyle } };
}
