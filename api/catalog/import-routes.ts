import type { Audit } from '../../shared/audit/audit.ts';
import type { BlobStorage } from '../../shared/blobs/blob-storage.ts';
import { orderFeed } from '../../shared/catalog/import/feed-schedule.ts';
import type { CatalogImportDoc, CatalogImportModel } from '../../shared/catalog/import/import-model.ts';
import { findImport, listImports, orderFileImport } from '../../shared/catalog/import/order-import.ts';
import type { Outbound } from '../../shared/outbound/outbound.ts';
import type { StoreModel } from '../../shared/stores/store-model.ts';
import { type UploadPlace, withUpload } from '../files/with-upload.ts';
import { defineRoute } from '../http/route.ts';
import { fileContent, json } from '../openapi/operation.ts';
import { text } from '../openapi/schema.ts';
import { recordChange } from '../stores/record-change.ts';
import { importFileLimit } from './import-file-limit.ts';
import { importListSchema, importSchema, toImportView, urlImportRules } from './import-schemas.ts';

export interface ImportDependencies extends UploadPlace {
  audit: Audit;
  catalogImports: CatalogImportModel;
  outbound: Pick<Outbound, 'checkUrl'>;
  blobs: BlobStorage;
  stores: StoreModel;
}

const base = '/api/stores/:slug/catalog/imports';
const common = { tag: 'Stores', access: 'key of the store', cache: 'no-store' } as const;

const example = {
  id: 'imp_0mwr4f8k2d3xq',
  from: 'https://shop.example/products.json',
  state: 'waiting',
  ...{ rejected: [], reasons: [], createdAt: '2026-01-31T09:00:00.000Z' },
};
const ordered = {
  202: {
    description: 'The import, which a worker begins.',
    headers: ['Location'],
    content: json(importSchema, { waiting: { summary: 'Ordered', value: example } }),
  },
} as const;

const getImports = defineRoute({
  ...common,
  id: 'listImports',
  method: 'get',
  path: base,
  summary: 'List the imports of a catalog',
  responses: { 200: { description: 'The imports.', content: json(importListSchema) } },
  handle: async ({ catalogImports }: ImportDependencies, { store }) => ({
    imports: (await listImports(catalogImports, store._id)).map(toImportView),
  }),
});

const getImport = defineRoute({
  ...common,
  id: 'getImport',
  method: 'get',
  path: `${base}/:id`,
  params: { id: { description: 'Id of the import.', schema: text('An id.') } },
  summary: 'Read an import',
  description: 'Its progress and, at its end, what was rejected and why.',
  responses: { 200: { description: 'The import.', content: json(importSchema) } },
  handle: async ({ catalogImports }: ImportDependencies, { store, params }) =>
    toImportView(await findImport(catalogImports, store._id, params.id)),
});

const postUrl = defineRoute({
  ...common,
  id: 'startImport',
  method: 'post',
  path: base,
  summary: 'Import products from an address',
  description: 'A store has one open import. Products that the source does not have stay.',
  body: {
    name: 'CatalogImportRequest',
    schema: urlImportRules,
    examples: {
      feed: { summary: 'A feed', value: { from: 'https://shop.example/products.json', currency: 'EUR' } },
    },
  },
  responses: ordered,
  failures: ['CONFLICT'],
  handle: (dependencies: ImportDependencies, call) =>
    order(dependencies, call, () => orderFeed(dependencies, call.store, call.body)),
});

const postFile = defineRoute({
  ...common,
  id: 'importFile',
  method: 'post',
  path: '/api/stores/:slug/catalog/files',
  summary: 'Import products of a file',
  body: { description: 'JSON or CSV, at most 64 MiB.', content: fileContent('The bytes of the file.') },
  responses: ordered,
  failures: ['INVALID_INPUT', 'CONFLICT'],
  handle: (dependencies: ImportDependencies, call) =>
    withUpload(dependencies, call, importFileLimit, ({ path, name = 'file' }) =>
      order(dependencies, call, () => orderFileImport(dependencies, call.store._id, { path, name })),
    ),
});

async function order(
  dependencies: ImportDependencies,
  call: Parameters<typeof recordChange>[1],
  make: () => Promise<CatalogImportDoc>,
) {
  const made = await make();
  const after = { import: made._id, from: made.source.from };
  await recordChange(dependencies, call, { action: 'catalog.import', after });
  call.res.set('Location', `/api/stores/${call.store.slug}/catalog/imports/${made._id}`);
  return toImportView(made);
}

export const importRoutes = [getImports, postUrl, postFile, getImport];
