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
}

/** The longest of them. */
const languageOfSizes = 'api/web/try-on/texts/fr.ts';

/** What a browser loads to the first paint of the try-on, and what the loader adds to a merchant's page. */
export async function sizesOf(folder: string, { tryOn, loader }: WebBuild): Promise<Sizes> {
  const texts = tryOn.lazy[languageOfSizes] ?? [];
  const sum = async (paths: string[]) => {
    const files = await Promise.all(paths.map((path) => readFile(join(folder, path))));
    return files.reduce((bytes, file) => bytes + gzipSync(file, { level: 9 }).length, 0);
  };
  const [script, style, loaded] = await Promise.all([
    sum([tryOn.script, ...tryOn.imports, ...texts]),
    sum(tryOn.styles),
    sum([loader.path]),
  ]);
  return { script, style, loader: loaded };
}
