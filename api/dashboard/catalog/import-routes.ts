import { orderFeed } from '../../../shared/catalog/import/feed-schedule.ts';
import type { CatalogImportDoc } from '../../../shared/catalog/import/import-model.ts';
import { findImport, orderFileImport } from '../../../shared/catalog/import/order-import.ts';
import { ApiError, invalidInput } from '../../../shared/errors.ts';
import { applyFeedChange } from '../../catalog/feed-routes.ts';
import { importFileLimit } from '../../catalog/import-file-limit.ts';
import { withUpload } from '../../files/with-upload.ts';
import { type FormValues, readForm } from '../../http/form.ts';
import { formFacts, pageFacts } from '../../http/page-facts.ts';
import { defineRoute } from '../../http/route.ts';
import { seeOther, sendPage } from '../../identity/send-page.ts';
import { recordChange } from '../../stores/record-change.ts';
import type { DashboardDependencies } from '../dashboard-dependencies.ts';
import { toStorePath } from '../dashboard-page.tsx';
import { toFormErrors } from '../form-errors.ts';
import type { StoreCall } from '../store-call.ts';
import { importPage } from './import-page.tsx';
import { sendCatalog } from './send-catalog.ts';

const base = '/dashboard/:slug/catalog/imports';
const access = 'merchant of the store';
const labels = { from: 'Address of the feed', currency: 'Currency', file: 'File' };

const getImport = defineRoute({
  ...pageFacts,
  id: 'getImportPage',
  path: `${base}/:id`,
  access,
  summary: 'An import of a catalog',
  failures: ['NOT_FOUND'],
  handle: async ({ catalogImports, web }: DashboardDependencies, { res, person, store, params }) => {
    const found = await findImport(catalogImports, store._id, params.id);
    sendPage(res, importPage({ person, store, found }, web().build.rooms));
  },
});

const postUrl = defineRoute({
  ...formFacts,
  id: 'importUrlByForm',
  path: base,
  access,
  summary: 'Import products from a URL',
  failures: ['CONFLICT'],
  handle: async (dependencies: DashboardDependencies, call) => {
    const values = await readForm(call.req);
    const { from = '', currency = '', every } = values;
    const options = { from: from.trim(), ...toCurrency(currency) };
    await order(dependencies, call, values, () =>
      orderFeed(dependencies, call.store, { ...options, every: toPeriod(every) }),
    );
  },
});

const postFile = defineRoute({
  ...formFacts,
  id: 'importFileByForm',
  path: `/dashboard/:slug/catalog/import-file`,
  access,
  summary: 'Import products of a file',
  failures: ['INVALID_INPUT', 'CONFLICT'],
  handle: async (dependencies: DashboardDependencies, call) => {
    const { req, store } = call;
    if (!req.is('multipart/form-data')) throw invalidInput('file', 'is missing; choose a file to import.');
    await order(dependencies, call, {}, () =>
      withUpload(dependencies, call, importFileLimit, ({ path, name = 'file' }) =>
        orderFileImport(dependencies, store._id, { path, name }),
      ),
    );
  },
});

const postFeed = defineRoute({
  ...formFacts,
  id: 'changeFeedByForm',
  path: `/dashboard/:slug/catalog/feed`,
  access,
  summary: 'Pause, resume or remove the scheduled import',
  failures: ['INVALID_INPUT', 'NOT_FOUND'],
  handle: async (dependencies: DashboardDependencies, call) => {
    const { do: change } = await readForm(call.req);
    if (change !== 'pause' && change !== 'resume' && change !== 'remove')
      throw invalidInput('do', 'must be pause, resume or remove.');
    await applyFeedChange(dependencies, call, change);
    seeOther(call.res, `${toStorePath(call.store, 'catalog')}?done=feed-${change}#feed`);
  },
});

const toPeriod = (text: string | undefined) => (text === 'hour' || text === 'day' ? text : undefined);

const toCurrency = (text: string) => (text.trim() === '' ? {} : { currency: text.trim().toUpperCase() });

/** Orders an import and leads to its page; what is refused is said in the form. */
async function order(
  dependencies: DashboardDependencies,
  call: StoreCall,
  values: FormValues,
  make: () => Promise<CatalogImportDoc>,
): Promise<void> {
  const made = await make().catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'CONFLICT') return { from: error.message };
    return toFormErrors(error, labels);
  });
  if (!('_id' in made)) return sendCatalog(dependencies, call, { values, errors: made });
  const { _id: id, source } = made as CatalogImportDoc;
  await recordChange(dependencies, call, {
    action: 'catalog.import',
    after: { import: id, from: source.from },
  });
  seeOther(call.res, toStorePath(call.store, `catalog/imports/${id}`));
}

/** The imports of a catalog and their forms. */
export const importPages = [getImport, postUrl, postFile, postFeed];
