import { listImports } from '../../../shared/catalog/import/order-import.ts';
import type { FormErrors, FormValues } from '../../http/form.ts';
import { sendPage } from '../../identity/send-page.ts';
import type { DashboardDependencies } from '../dashboard-dependencies.ts';
import type { StoreCall } from '../store-call.ts';
import { catalogPage } from './catalog-page.tsx';

interface Asked {
  q?: string;
  cursor?: string | undefined;
  done?: string | undefined;
  /** The form of an import as it was sent, with its mistakes. */
  values?: FormValues;
  errors?: FormErrors;
}

const pageSize = 50;

/** Sends a page of the products, with the forms of an import. */
export async function sendCatalog(
  { listing, catalogImports, web }: DashboardDependencies,
  { res, person, store }: StoreCall,
  { q = '', cursor, done, values, errors }: Asked,
): Promise<void> {
  const question = { sort: 'featured' as const, limit: pageSize, ...(q && { q }), ...(cursor && { cursor }) };
  const [found, imports] = await Promise.all([
    listing.page(store, question),
    listImports(catalogImports, store._id),
  ]);
  const page = { person, store, q, listing: found, imports, done, values, errors };
  sendPage(res, catalogPage(page, web().build.rooms), errors ? 422 : 200);
}
