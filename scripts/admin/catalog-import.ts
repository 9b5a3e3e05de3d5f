import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { finished } from 'node:stream/promises';
import type { Command } from 'commander';
import { createBlobStorage } from '../../shared/blobs/create-blob-storage.ts';
import {
  type ImportCounts,
  importCatalog,
  type RowReport,
} from '../../shared/catalog/import/import-catalog.ts';
import { isUrl, openCatalogSource } from '../../shared/catalog/import/open-source.ts';
import { createReasonTally, type ReasonCount } from '../../shared/catalog/import/reason-tally.ts';
import { type CatalogFormat, catalogFormats } from '../../shared/catalog/import/recognise-format.ts';
import { describeSourceFault } from '../../shared/catalog/import/source-fault.ts';
import { deleteUnusedAssets } from '../../shared/catalog/unused-assets.ts';
import type { Config } from '../../shared/config/variables.ts';
import type { Database } from '../../shared/database/database.ts';
import { newId } from '../../shared/ids.ts';
import { callerAllowList } from '../../shared/outbound/allow-lists.ts';
import { createOutbound } from '../../shared/outbound/outbound.ts';
import { withDatabase } from './backends.ts';
import { findStore } from './find-store.ts';
import { AdminError, oneLine, print, withJson } from './output.ts';

interface ImportCommandOptions {
  store: string;
  from: string;
  format?: string;
  currency?: string;
  report?: string;
  refetch?: boolean;
  json?: boolean;
}

/** `catalog import` */
export function importCommand(catalog: Command): void {
  withJson(catalog.command('import').description('bring products of a file or URL into the catalog'))
    .requiredOption('--store <slug>', 'the store')
    .requiredOption('--from <place>', 'a file, or an https URL such as https://shop.example/products.json')
    .option('--format <format>', `${catalogFormats.join(', ')}; else recognised`)
    .option('--currency <code>', 'of prices whose source names none, such as EUR')
    .option('--refetch', 'fetch images again whose URL is known already')
    .option('--report <file>', 'where to write a JSON line for each row; else in DATA_DIR/imports')
    .action(run);
}

/** The import has ended, but rows or images are missing. */
const incompleteExitCode = 2;

const retryPauseMs = 1_000;

/** Unused images are kept this long, for an import that runs at the same time. */
const unusedAgeMs = 3_600_000;

async function run(options: ImportCommandOptions): Promise<void> {
  const { format, currency } = options;
  if (currency !== undefined && !/^[A-Z]{3}$/.test(currency))
    throw new AdminError('--currency must be an ISO 4217 code such as EUR.');
  if (format !== undefined && !isFormat(format))
    throw new AdminError(`--format must be one of ${catalogFormats.join(', ')}.`);
  const interrupted = new AbortController();
  const stop = () =>
    interrupted.abort(new AdminError('Interrupted; run the same command again to continue.', 130));
  process.once('SIGINT', stop).once('SIGTERM', stop);
  try {
    const result = await withDatabase((database, config) =>
      importInto(database, config, options, { format, signal: interrupted.signal }),
    );
    print(options, result, () => describe(result));
    if (result.failed + result.missing > 0)
      throw new AdminError(
        `${result.failed} products and ${result.missing} images could not be imported.`,
        incompleteExitCode,
      );
  } catch (error) {
    throw operatorError(error, options.from);
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
}

function isFormat(format: string): format is CatalogFormat {
  return (catalogFormats as readonly string[]).includes(format);
}

/** Maps a fault of the source or the file to an AdminError of one line; returns any other error as it is. */
function operatorError(error: unknown, from: string): unknown {
  const fault = describeSourceFault(error, from);
  if (fault !== undefined) return new AdminError(fault);
  const code = error instanceof Error && 'code' in error ? error.code : '';
  if (code === 'EACCES') return new AdminError(`The file ${from} may not be read by this user.`);
  return code === 'ENOENT' || code === 'EISDIR' ? new AdminError(`There is no file ${from}.`) : error;
}

interface ImportResult extends ImportCounts {
  /** The commonest reasons of failed rows and missing images. */
  reasons: ReasonCount[];
  /** Path of the report. */
  report: string;
}

async function importInto(
  database: Database,
  config: Config,
  options: ImportCommandOptions,
  { format, signal }: { format: CatalogFormat | undefined; signal: AbortSignal },
): Promise<ImportResult> {
  const store = await findStore(database, options.store);
  await removeLeftovers(join(config.DATA_DIR, 'spool'));
  const spoolDir = join(config.DATA_DIR, 'spool', newId('import'));
  await mkdir(spoolDir, { recursive: true });
  const report = await openReport(
    options.report ?? join(config.DATA_DIR, 'imports', `${newId('import')}.jsonl`),
  );
  const outbound = createOutbound({ allow: callerAllowList(config) });
  const blobs = createBlobStorage(config);
  const fetchTimeoutMs = config.IMAGE_FETCH_SECONDS * 1000;
  const sayProgress = createProgress();
  const reasons = createReasonTally();
  try {
    const counts = await importCatalog(
      {
        ...database,
        blobs,
        outbound,
        spoolDir,
        fetchTimeoutMs,
        retryPauseMs,
        ...(isUrl(options.from) ? {} : { imageFolder: dirname(options.from) }),
      },
      {
        store: store._id,
        rows: openCatalogSource({ outbound, spoolDir, retryPauseMs, signal }, options.from, format),
        refetch: options.refetch ?? false,
        ...(options.currency ? { currency: options.currency } : {}),
        signal,
        onRow: async (row, soFar) => {
          sayProgress(row, soFar);
          reasons.add(row);
          await report.write(row);
        },
      },
    );
    const before = new Date(Date.now() - unusedAgeMs);
    if (counts.updated > 0) await deleteUnusedAssets({ database, blobs }, { store: store._id, before });
    return { ...counts, reasons: reasons.commonest(), report: report.path };
  } finally {
    await Promise.allSettled([report.close(), outbound.close(), blobs.close()]);
    await rm(spoolDir, { recursive: true, force: true });
  }
}

const leftoverAgeMs = 24 * 3_600_000;

/** Removes what killed imports left behind: up to 1 GiB each. */
async function removeLeftovers(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((each) => each.startsWith('import_'))) {
    const path = join(folder, name);
    // An import that ends at this moment removes its own.
    const found = await stat(path).catch(() => undefined);
    if (found && found.mtimeMs < Date.now() - leftoverAgeMs) await rm(path, { recursive: true, force: true });
  }
}

/** One JSON line for each row; waits for the disk, so that a large import keeps none of it in memory. */
async function openReport(path: string) {
  await mkdir(dirname(path), { recursive: true });
  const stream = createWriteStream(path);
  return {
    path,
    write: async (row: RowReport) => {
      if (!stream.write(`${JSON.stringify(row)}\n`)) await once(stream, 'drain');
    },
    close: () => finished(stream.end()),
  };
}

const progressMs = 2_000;
const maxFailuresShown = 20;

/** Prints the progress and the first failed rows to stderr. */
function createProgress(): (row: RowReport, counts: ImportCounts) => void {
  let saidAt = Date.now();
  return (row, counts) => {
    if (row.outcome === 'failed' && counts.failed <= maxFailuresShown) {
      console.error(oneLine(`Row ${row.row}${row.productId ? ` (${row.productId})` : ''}: ${row.reason}`));
    }
    if (Date.now() - saidAt < progressMs) return;
    saidAt = Date.now();
    const products = counts.created + counts.updated + counts.unchanged + counts.failed;
    console.error(`${products} products, ${counts.variants} variants, ${counts.fetched} images fetched …`);
  };
}

function describe(result: ImportResult): string {
  const { created, updated, unchanged, failed, variants, fetched, missing, lacking, reasons, report } =
    result;
  return [
    `Products: ${created} created, ${updated} updated, ${unchanged} unchanged, ${failed} failed; ${variants} variants.`,
    `Images: ${fetched} fetched, ${missing} could not be downloaded.`,
    ...reasons.map(({ reason, count }) => `  ${count} × ${reason}`),
    ...describeLacking(lacking),
    `A line for each row: ${report}`,
  ].join('\n');
}

/** Shoppers browse by these, so that their absence is worth a line although nothing has failed. */
function describeLacking(lacking: ImportResult['lacking']): string[] {
  const parts = Object.entries(lacking).flatMap(([what, count]) =>
    count > 0 ? [`${count} without ${what}`] : [],
  );
  return parts.length > 0 ? [`Shown incomplete to shoppers: ${parts.join(', ')}.`] : [];
}
