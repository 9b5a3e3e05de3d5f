import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The example catalog; its images are the files beside it. */
export const demoCatalogFile = fileURLToPath(
  new URL('../../examples/catalog/products.json', import.meta.url),
);

/** Returns the path of the mark of the last import; reading it takes less time than asking the database. */
const getMarkPath = (dataDir: string) => join(dataDir, 'demo-catalog');

async function currentMark(): Promise<string> {
  return createHash('sha256')
    .update(await readFile(demoCatalogFile))
    .digest('hex');
}

/** Returns true if the example catalog in its present form has been imported on this data folder. */
export async function hasDemoCatalog(dataDir: string): Promise<boolean> {
  const mark = await readFile(getMarkPath(dataDir), 'utf8').catch(() => '');
  return mark.trim() === (await currentMark());
}

export async function markDemoCatalog(dataDir: string): Promise<void> {
  await writeFile(getMarkPath(dataDir), `${await currentMark()}\n`);
}
