import Joi from 'joi';
import type { ImportCounts } from '../../shared/catalog/import/import-catalog.ts';
import type { CatalogImportDoc, RejectedRow } from '../../shared/catalog/import/import-model.ts';
import type { ReasonCount } from '../../shared/catalog/import/reason-tally.ts';
import {
  buildList,
  buildObject,
  count,
  integer,
  moment,
  namedObject,
  openText,
  optional,
  text,
} from '../openapi/schema.ts';

export interface UrlImport {
  from: string;
  currency?: string;
  every?: 'hour' | 'day';
}

export const urlImportRules = Joi.object<UrlImport>({
  from: Joi.string()
    .trim()
    .max(8192)
    .required()
    .prefs({ convert: true })
    .description('Address of the feed: JSON, CSV, or the products of a Shopify shop.')
    .meta({ jsonSchema: { format: 'uri' } }),
  currency: Joi.string()
    .pattern(/^[A-Z]{3}$/, 'an ISO 4217 code such as EUR')
    .description('Of prices that name none.'),
  every: Joi.string()
    .valid('hour', 'day')
    .description('Imports it again that often; a store has one such schedule.'),
});

type CountedRows = Pick<
  ImportCounts,
  'created' | 'updated' | 'unchanged' | 'failed' | 'variants' | 'missing'
>;

export interface ImportView
  extends Pick<CatalogImportDoc, 'state' | 'rejected' | 'reasons' | 'problem' | 'createdAt' | 'endedAt'> {
  id: string;
  from: string;
  counts?: CountedRows;
}

/** Returns an import as its account sees it. */
export function toImportView(doc: CatalogImportDoc): ImportView {
  const { _id: id, source, state, counts, rejected, reasons, problem, createdAt, endedAt } = doc;
  return {
    ...{ id, from: source.from, state, rejected, reasons, createdAt },
    ...(counts && { counts: pickCounts(counts) }),
    ...(problem === undefined ? {} : { problem }),
    ...(endedAt && { endedAt }),
  };
}

function pickCounts({ created, updated, unchanged, failed, variants, missing }: ImportCounts): CountedRows {
  return { created, updated, unchanged, failed, variants, missing };
}

export const importSchema = namedObject<ImportView>('CatalogImport', 'An import of products into a store.', {
  id: text('Id of the import.'),
  from: text('Its address, or the name of its file.'),
  state: openText('State; the last two are final.', ['waiting', 'running', 'succeeded', 'failed']),
  counts: optional(
    buildObject<CountedRows>('Rows so far.', {
      created: count('Products that are new.'),
      updated: count('Products that were changed.'),
      unchanged: count('Products as they were.'),
      failed: count('Rows that were rejected.'),
      variants: count('Variants.'),
      missing: count('Images that could not be fetched.'),
    }),
  ),
  rejected: buildList(
    buildObject<RejectedRow>('A row that was not imported.', {
      row: integer('Its number.', { minimum: 0 }),
      productId: optional(text('Of its product, where it has one.')),
      reason: text('Why.'),
    }),
    'The first ones.',
  ),
  reasons: buildList(
    buildObject<ReasonCount>('A reason and how often.', { reason: text('Why.'), count: count('How often.') }),
    'The commonest reasons of rejected rows and missing images.',
  ),
  problem: optional(text('Why it failed as a whole.')),
  createdAt: moment('When it was ordered.'),
  endedAt: optional(moment('When it ended.')),
});

export const importListSchema = namedObject<{ imports: ImportView[] }>(
  'CatalogImportList',
  'The newest imports of a store.',
  { imports: buildList(importSchema, 'At most 20, newest first.') },
);
