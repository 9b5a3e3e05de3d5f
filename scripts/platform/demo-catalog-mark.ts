import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The example catalog; its pictures are the files beside it. */
export const demoCatalogFile = fileURLToPath(
  new URL('../../examples/catalog/products.json', import.meta.url),
);

/** What was imported last; reading it takes less time than asking the database. */
const getMarkPath = (dataDir: string) => join(dataDir, 'demo-catalog');

async function currentMark(): Promise<string> {
  return createHash('sha256')
    .update(await readFile(demoCatalogFile))
    .digest('hex');
}

/** Whether the example catalog as it is now has been imported on this data folder. */
export async function hasDemoCatalog(dataDir: string): Promise<boolean> {
  const mark = await readFile(getMarkPath(dataDir), 'utf8').catch(() => '');
  return mark.trim() === (await currentMark());
}

export async function markDemoCatalog(dataDir: string): Promise<void> {
  await writeFile(getMarkPath(dataDir), `${await currentMark()}\n`);
}
