import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createBlobStorage } from '../shared/blobs/create-blob-storage.ts';
import { importCatalog } from '../shared/catalog/import/import-catalog.ts';
import { openCatalogSource } from '../shared/catalog/import/open-source.ts';
import { loadConfig } from '../shared/config/load.ts';
import type { Database } from '../shared/database/database.ts';
import { newId } from '../shared/ids.ts';
import { createOutbound } from '../shared/outbound/outbound.ts';
import { demoCatalogFile, markDemoCatalog } from './platform/demo-catalog-mark.ts';

/** The first start of a slow machine decodes 50 images. */
const importMs = 120_000;
/** No image of the example is fetched. */
const unused = { fetchTimeoutMs: 1, retryPauseMs: 1 };

export interface DemoCatalogOptions {
  /** Id of the demo store. */
  store: string;
  dataDir: string;
  env: NodeJS.ProcessEnv;
}

/** Imports the example catalog into the demo store; returns the number of its products. */
export async function importDemoCatalog(database: Database, options: DemoCatalogOptions): Promise<number> {
  const { store, dataDir } = options;
  const blobs = createBlobStorage({ ...loadConfig(withRedis(options.env)), DATA_DIR: dataDir });
  const outbound = createOutbound({ allow: [] });
  const spoolDir = join(dataDir, 'spool', newId('import'));
  const signal = AbortSignal.timeout(importMs);
  await mkdir(spoolDir, { recursive: true });
  try {
    const source = { outbound, spoolDir, signal, retryPauseMs: unused.retryPauseMs };
    const counts = await importCatalog(
      { ...database, ...source, ...unused, blobs, imageFolder: dirname(demoCatalogFile) },
      { store, signal, rows: openCatalogSource(source, demoCatalogFile, 'json') },
    );
    if (counts.failed + counts.missing > 0)
      throw new Error(`${counts.failed} products and ${counts.missing} images could not be imported`);
    await markDemoCatalog(dataDir);
    return counts.created + counts.updated + counts.unchanged;
  } finally {
    await Promise.allSettled([blobs.close(), outbound.close()]);
    await rm(spoolDir, { recursive: true, force: true });
  }
}

/** The configuration has to name a Redis, which an import does not use. */
const withRedis = (env: NodeJS.ProcessEnv) => ({ ...env, REDIS_URL: env.REDIS_URL || 'redis://127.0.0.1' });
