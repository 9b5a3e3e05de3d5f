import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { WebBuild } from '../../api/assets/web-build.ts';

/** Bytes after gzip. */
export interface Sizes {
  /** The entry, its static imports and the texts of one language. */
  script: number;
  style: number;
  loader: number;
  /** The scripts and the styles of the documentation, the largest of the tools. */
  tool: { script: number; style: number };
}

/** The longest of them. */
const languageOfSizes = 'api/web/try-on/texts/fr.ts';

/** Counts the bytes up to the first paint of the try-on and of a tool, and those of the loader on a merchant's page. */
export async function measureSizes(folder: string, { tryOn, docs, loader }: WebBuild): Promise<Sizes> {
  const texts = tryOn.lazy[languageOfSizes] ?? [];
  const sum = async (paths: string[]) => {
    const files = await Promise.all(paths.map((path) => readFile(join(folder, path))));
    return files.reduce((bytes, file) => bytes + gzipSync(file, { level: 9 }).length, 0);
  };
  const [script, style, loaded, toolScript, toolStyle] = await Promise.all([
    sum([tryOn.script, ...tryOn.imports, ...texts]),
    sum(tryOn.styles),
    sum([loader.path]),
    sum([docs.script, ...docs.imports]),
    sum(docs.styles),
  ]);
  return { script, style, loader: loaded, tool: { script: toolScript, style: toolStyle } };
}
