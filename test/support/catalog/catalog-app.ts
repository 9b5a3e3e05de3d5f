import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Express } from 'express';
import { buildApp } from '../../../api/app.ts';
import { createThumbnailLimit, mediaRoutes } from '../../../api/catalog/media-routes.ts';
import { catalogRoutes } from '../../../api/catalog/routes.ts';
import { createThumbnails } from '../../../api/catalog/thumbnails.ts';
import { mountRoutes } from '../../../api/http/mount-routes.ts';
import type { BlobStorage } from '../../../shared/blobs/blob-storage.ts';
import { DiskStorage } from '../../../shared/blobs/disk-storage.ts';
import { importCatalog } from '../../../shared/catalog/import/import-catalog.ts';
import { createListing } from '../../../shared/catalog/listing/listing.ts';
import { type Database, openDatabase } from '../../../shared/database/database.ts';
import { silentLogger } from '../../../shared/log.ts';
import { createRegistry } from '../../../shared/metrics/registry.ts';
import { createOutbound } from '../../../shared/outbound/outbound.ts';
import { createStoreDirectory } from '../../../shared/stores/store-directory.ts';
import type { StoreDoc } from '../../../shared/stores/store-model.ts';
import { createStore } from '../../../shared/stores/stores.ts';
import { freshDatabase, patientMs } from '../backends.ts';

/** What shoppers browse, over an empty database and blob storage. */
export interface CatalogApp {
  app: Express;
  database: Database;
  blobs: BlobStorage;
  /** Where pictures of an import lie. */
  folder: string;
  store(slug: string): Promise<StoreDoc>;
  import(store: StoreDoc, products: object[]): Promise<void>;
  close(): Promise<void>;
}

export async function openCatalogApp(
  limits: { perAddress: number } = { perAddress: 1000 },
): Promise<CatalogApp> {
  const folder = await mkdtemp(join(tmpdir(), 'render-platform-test-'));
  const log = silentLogger();
  const database = await openDatabase({ uri: await freshDatabase(), log, selectionMs: patientMs });
  await database.ensureIndexes();
  const { products, stores } = database;
  const blobs = new DiskStorage(join(folder, 'blobs'));
  const outbound = createOutbound({ allow: [] });
  const directory = createStoreDirectory(stores, 0);
  const service = {
    serviceDomain: 'tryon.example',
    main: ['embed.example'],
    staging: [],
    development: false,
  };
  const listing = createListing({ products, onTooMany: () => undefined });
  const thumbnails = createThumbnails({ blobs, products });
  const routers = [
    mountRoutes(catalogRoutes, { directory, service, listing, ...limits }),
    mountRoutes(mediaRoutes, { directory, thumbnails, limit: createThumbnailLimit(limits.perAddress) }),
  ];
  return {
    app: buildApp({ log, trustProxy: 1, registry: createRegistry('api'), routers }),
    database,
    blobs,
    folder,
    store: (slug) => createStore(stores, { account: 'acc_1', slug, hosts: [`${slug}.example`] }),
    import: async ({ _id }, given) => {
      async function* rows() {
        for (const [at, value] of given.entries()) yield { row: at + 1, value };
      }
      const { signal } = new AbortController();
      const tools = { outbound, spoolDir: folder, fetchTimeoutMs: 1, retryPauseMs: 1, imageFolder: folder };
      const counts = await importCatalog(
        { ...database, ...tools, blobs },
        { store: _id, rows: rows(), signal },
      );
      if (counts.failed + counts.missing > 0) throw new Error('The catalog of the test was not imported.');
    },
    close: async () => {
      await Promise.all([database.close(), blobs.close(), outbound.close()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
