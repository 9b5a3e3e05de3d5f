import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { BlobStorage } from '../../shared/blobs/blob-storage.ts';
import {
  type ImportCounts,
  importCatalog,
  type RowReport,
} from '../../shared/catalog/import/import-catalog.ts';
import type { CatalogImportDoc, RejectedRow } from '../../shared/catalog/import/import-model.ts';
import { openCatalogSource, parseFormat } from '../../shared/catalog/import/open-source.ts';
import { createReasonTally } from '../../shared/catalog/import/reason-tally.ts';
import { describeSourceFault } from '../../shared/catalog/import/source-fault.ts';
import { deleteUnusedAssets } from '../../shared/catalog/unused-assets.ts';
import type { Database } from '../../shared/database/database.ts';
import { newId } from '../../shared/ids.ts';
import type { Logger } from '../../shared/log.ts';
import type { Outbound } from '../../shared/outbound/outbound.ts';
import { hourMs } from '../../shared/time.ts';
import { endImport, releaseImport, saveProgress } from './claim-import.ts';

export interface ImportRunDependencies {
  database: Database;
  blobs: BlobStorage;
  outbound: Outbound;
  /** Local folder for files on their way. */
  spoolDir: string;
  fetchTimeoutMs: number;
  log: Logger;
}

const retryPauseMs = 1_000;
const progressMs = 1_000;
const maxRejected = 200;

/**
 * Runs a claimed import to its end. When the worker stops, it gives the import back: what was imported is unchanged for
 * the next one, which passes it quickly.
 */
export async function runImport(
  dependencies: ImportRunDependencies,
  claimed: CatalogImportDoc,
  stop: AbortSignal,
): Promise<void> {
  const { database, blobs, log } = dependencies;
  const { catalogImports } = database;
  const lost = new AbortController();
  const report = createReport();
  const beat = setInterval(() => {
    saveProgress(catalogImports, claimed, report.read()).then(
      (isOurs) => isOurs || lost.abort(new Error('another worker has claimed the import')),
      (error: unknown) =>
        log.warn({ err: error, import: claimed._id }, 'the progress of an import was not saved'),
    );
  }, progressMs);
  const spoolDir = join(dependencies.spoolDir, newId('import'));
  try {
    await mkdir(spoolDir, { recursive: true });
    const signal = AbortSignal.any([stop, lost.signal]);
    const counts = await readSource({ ...dependencies, spoolDir }, claimed, { signal, onRow: report.add });
    await endImport(catalogImports, claimed, { state: 'succeeded', ...report.read(), counts });
  } catch (error) {
    if (lost.signal.aborted) return;
    if (stop.aborted) return await releaseImport(catalogImports, claimed);
    const problem = describeSourceFault(error, claimed.source.from);
    if (problem === undefined) log.error({ err: error, import: claimed._id }, 'an import failed');
    await endImport(catalogImports, claimed, {
      ...{ state: 'failed', ...report.read() },
      problem: problem ?? 'The import ended unexpectedly; import again.',
    });
  } finally {
    clearInterval(beat);
    await rm(spoolDir, { recursive: true, force: true });
  }
  if (claimed.source.blob) await blobs.delete(claimed.source.blob);
}

interface Reading {
  signal: AbortSignal;
  onRow: (row: RowReport, counts: ImportCounts) => void;
}

async function readSource(
  dependencies: ImportRunDependencies,
  { store, source, currency }: CatalogImportDoc,
  { signal, onRow }: Reading,
): Promise<ImportCounts> {
  const { database, blobs, outbound, spoolDir, fetchTimeoutMs } = dependencies;
  const tools = { outbound, spoolDir, retryPauseMs, signal };
  const from = source.blob ? await fetchFile(blobs, source.blob, spoolDir, signal) : source.from;
  // A file has lost its name on the way.
  const rows = openCatalogSource(tools, from, source.blob ? parseFormat(source.from) : undefined);
  const options = { store, rows, signal, onRow, ...(currency ? { currency } : {}) };
  const counts = await importCatalog({ ...database, blobs, ...tools, fetchTimeoutMs }, options);
  const before = new Date(Date.now() - hourMs);
  if (counts.updated > 0) await deleteUnusedAssets({ database, blobs }, { store, before });
  return counts;
}

async function fetchFile(
  blobs: BlobStorage,
  blob: string,
  spoolDir: string,
  signal: AbortSignal,
): Promise<string> {
  const path = join(spoolDir, 'source');
  const { body } = await blobs.stream(blob, { signal });
  await pipeline(body, createWriteStream(path), { signal });
  return path;
}

/** Collects what the merchant reads of an import. */
function createReport() {
  const tally = createReasonTally();
  const rejected: RejectedRow[] = [];
  let latest: ImportCounts | undefined;
  return {
    add: (report: RowReport, counts: ImportCounts) => {
      latest = counts;
      tally.add(report);
      const { row, outcome, productId, reason = 'unknown' } = report;
      if (outcome === 'failed' && rejected.length < maxRejected)
        rejected.push({ row, reason, ...(productId ? { productId } : {}) });
    },
    read: () => ({ rejected, reasons: tally.commonest(), ...(latest ? { counts: latest } : {}) }),
  };
}
