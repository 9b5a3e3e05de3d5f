import Joi from 'joi';
import type { BlobStorage } from '../../blobs/blob-storage.ts';
import { ApiError } from '../../errors.ts';
import { newId } from '../../ids.ts';
import { isDuplicateKey } from '../../mongodb/database-errors.ts';
import { type Outbound, OutboundRefused } from '../../outbound/outbound.ts';
import { dayMs } from '../../time.ts';
import { validate } from '../../validation/validate.ts';
import {
  type CatalogImportDoc,
  type CatalogImportModel,
  type ImportSource,
  importsPrefix,
} from './import-model.ts';

const keptDays = 90;
const maxListed = 20;

export interface OrderDependencies {
  catalogImports: CatalogImportModel;
  outbound: Pick<Outbound, 'checkUrl'>;
  blobs: Pick<BlobStorage, 'putFile' | 'deletePrefix'>;
}

interface ImportOptions {
  currency?: string;
}

const optionsRule = Joi.object<ImportOptions>({
  currency: Joi.string().pattern(/^[A-Z]{3}$/, 'an ISO 4217 code such as EUR'),
});

/**
 * Orders the import of a catalog from a URL; a worker reads it. One with the id of an earlier import is refused.
 * @throws ApiError INVALID_INPUT naming `from` or `currency`, CONFLICT while another import of the store is open.
 */
export async function orderUrlImport(
  { catalogImports, outbound }: Pick<OrderDependencies, 'catalogImports' | 'outbound'>,
  store: string,
  { from, id, ...options }: ImportOptions & { from: string; id?: string },
): Promise<CatalogImportDoc> {
  const checked = validate(optionsRule, options);
  try {
    outbound.checkUrl(from);
  } catch (error) {
    if (!(error instanceof OutboundRefused)) throw error;
    throw new ApiError('INVALID_INPUT', `from ${error.message}.`, { field: 'from' });
  }
  return create(catalogImports, store, { from }, checked, id);
}

/**
 * Orders the import of an uploaded file, which is moved to the blob storage.
 * @throws ApiError INVALID_INPUT naming `currency`, CONFLICT while another import of the store is open.
 */
export async function orderFileImport(
  { catalogImports, blobs }: Pick<OrderDependencies, 'catalogImports' | 'blobs'>,
  store: string,
  { path, name, ...options }: ImportOptions & { path: string; name: string },
): Promise<CatalogImportDoc> {
  const checked = validate(optionsRule, options);
  if (await catalogImports.exists({ open: true, store })) throw alreadyOpen();
  // Of an order whose process was lost before it was saved.
  await blobs.deletePrefix(importsPrefix(store));
  const blob = `${importsPrefix(store)}${newId('file')}`;
  await blobs.putFile(blob, path, 'application/octet-stream');
  return create(catalogImports, store, { from: name, blob }, checked);
}

async function create(
  catalogImports: CatalogImportModel,
  store: string,
  source: ImportSource,
  options: ImportOptions,
  _id = newId('imp'),
): Promise<CatalogImportDoc> {
  const createdAt = new Date();
  try {
    const made = await catalogImports.create({
      ...{ _id, store, source, ...options, state: 'waiting', open: true, fence: 0 },
      ...{ rejected: [], reasons: [], createdAt },
      keepUntil: new Date(createdAt.getTime() + keptDays * dayMs),
    });
    return made.toObject();
  } catch (error) {
    throw isDuplicateKey(error) ? alreadyOpen() : error;
  }
}

const alreadyOpen = () =>
  new ApiError('CONFLICT', 'Another import of this store is running; wait until it has ended.');

/** Lists the newest imports of a store. */
export const listImports = (catalogImports: CatalogImportModel, store: string): Promise<CatalogImportDoc[]> =>
  catalogImports
    .find({ store })
    .sort({ createdAt: -1, _id: -1 })
    .limit(maxListed)
    .lean<CatalogImportDoc[]>()
    .exec();

/** @throws ApiError NOT_FOUND */
export async function findImport(
  catalogImports: CatalogImportModel,
  store: string,
  id: string,
): Promise<CatalogImportDoc> {
  const found = await catalogImports.findOne({ _id: id, store }).lean<CatalogImportDoc>();
  if (found) return found;
  throw new ApiError('NOT_FOUND', 'The store has no import with this id.');
}
