import { BlobNotFound, type BlobStorage } from '../../blobs/blob-storage.ts';
import { averageColor } from '../../images/average-color.ts';
import type { StoredImage } from '../../renders/render-model.ts';
import type { StoreModel } from '../../stores/store-model.ts';
import { noteCatalogChange } from '../../stores/stores.ts';
import type { ProductModel } from '../product-model.ts';
import { type AssetDependencies, createAssetFetcher } from './fetch-asset.ts';
import { importProduct, type MissingAsset, type ProductImport } from './import-product.ts';
import { findMissingFields, type MissingField, missingFields } from './missing-fields.ts';
import { type RecordDefaults, RecordRefused, readRecord } from './product-record.ts';
import type { SourceRow } from './source-row.ts';

const rowOutcomes = ['created', 'updated', 'unchanged', 'failed'] as const;
export type RowOutcome = (typeof rowOutcomes)[number];

/** The outcome of one product of the source. */
export interface RowReport {
  row: number;
  outcome: RowOutcome;
  productId?: string;
  /** Why it failed. */
  reason?: string;
  /** Images that could not be fetched; the product is imported without them. */
  missing?: MissingAsset[];
  /** Fields that shoppers will not see, because the source does not contain them. */
  lacks?: MissingField[];
}

export type ImportCounts = Record<RowOutcome, number> & {
  variants: number;
  /** Images fetched now, and images that could not be fetched. */
  fetched: number;
  missing: number;
  /** Products without each of these. */
  lacking: Record<MissingField, number>;
};

export interface ImportDependencies extends AssetDependencies {
  products: ProductModel;
  stores: StoreModel;
}

export interface ImportOptions {
  /** Id of the store. */
  store: string;
  rows: AsyncIterable<SourceRow>;
  /** ISO 4217, of prices whose source names no currency. */
  currency?: string;
  refetch?: boolean;
  /** Products at once, each fetching one image at a time. Default 8. */
  concurrency?: number;
  signal: AbortSignal;
  /** Called once for each row, in the order in which they finish. */
  onRow?(report: RowReport, counts: ImportCounts): void | Promise<void>;
}

const defaultConcurrency = 8;

function noCounts(): ImportCounts {
  const lacking = Object.fromEntries(missingFields.map((field) => [field, 0])) as Record<
    MissingField,
    number
  >;
  return { created: 0, updated: 0, unchanged: 0, failed: 0, variants: 0, fetched: 0, missing: 0, lacking };
}

/**
 * Imports products as they are read and keeps only the current ones in memory; products that the source does
 * not contain stay. A row that cannot be imported is reported, and the import continues.
 * @throws whatever the source or a backend throws, and the reason of the signal.
 */
export async function importCatalog(
  dependencies: ImportDependencies,
  options: ImportOptions,
): Promise<ImportCounts> {
  const { store, signal, onRow } = options;
  const counts = noCounts();
  const product: ProductImport = {
    products: dependencies.products,
    store,
    fetchAsset: createAssetFetcher(dependencies, store, signal),
    averageColor: (image) => readAverageColor(dependencies.blobs, image, signal),
    refetch: options.refetch ?? false,
  };
  const { currency } = options;
  const seen = new Set<string>();
  const work = async (row: SourceRow) => {
    signal.throwIfAborted();
    const report = await importRow(product, { ...row, ...(currency ? { currency } : {}) }, seen, counts);
    counts[report.outcome] += 1;
    await onRow?.(report, counts);
  };
  try {
    await forEachLimited(options.rows, options.concurrency ?? defaultConcurrency, work);
  } finally {
    if (counts.created + counts.updated > 0) await noteCatalogChange(dependencies.stores, store);
  }
  return counts;
}

async function readAverageColor(blobs: BlobStorage, { blob }: StoredImage, signal: AbortSignal) {
  try {
    return await averageColor(await blobs.get(blob, { signal }));
  } catch (error) {
    if (error instanceof BlobNotFound) return undefined;
    throw error;
  }
}

async function importRow(
  dependencies: ProductImport,
  source: SourceRow & Pick<RecordDefaults, 'currency'>,
  seen: Set<string>,
  counts: ImportCounts,
): Promise<RowReport> {
  const { row, currency } = source;
  if ('problem' in source) return { row, outcome: 'failed', reason: source.problem };
  let productId: string | undefined;
  try {
    const record = readRecord(source.value, { position: row, ...(currency ? { currency } : {}) });
    productId = record.productId;
    if (seen.has(productId))
      throw new RecordRefused('productId is already used by an earlier row of this import');
    seen.add(productId);
    const { outcome, fetched, missing } = await importProduct(dependencies, record);
    counts.variants += record.variants.length;
    counts.fetched += fetched;
    counts.missing += missing.length;
    const without = findMissingFields(record);
    for (const field of without) counts.lacking[field] += 1;
    return {
      row,
      outcome,
      productId,
      ...(missing.length > 0 ? { missing } : {}),
      ...(without.length > 0 ? { lacks: without } : {}),
    };
  } catch (error) {
    if (!(error instanceof RecordRefused)) throw error;
    return { row, outcome: 'failed', reason: error.message, ...(productId ? { productId } : {}) };
  }
}

/** Runs `work` for every item, at most `limit` at once; the first failure stops the reading. */
async function forEachLimited<T>(
  items: AsyncIterable<T>,
  limit: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const iterator = items[Symbol.asyncIterator]();
  let failed = false;
  const take = async () => {
    while (!failed) {
      const next = await iterator.next();
      if (next.done) return;
      await work(next.value);
    }
  };
  const takers = Array.from({ length: limit }, () =>
    take().catch((error: unknown) => {
      failed = true;
      throw error;
    }),
  );
  const ended = await Promise.allSettled(takers);
  await iterator.return?.();
  const failure = ended.find((taker) => taker.status === 'rejected');
  if (failure) throw failure.reason;
}
