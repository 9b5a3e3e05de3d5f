import type { CatalogImportDoc } from '../../../shared/catalog/import/import-model.ts';
import type { StoreDoc } from '../../../shared/stores/store-model.ts';
import type { ListingView, Money, ProductCard } from '../../../shared/try-on/contract.ts';
import type { EntryFiles } from '../../assets/web-build.ts';
import { RoomSection } from '../../html/room-page.tsx';
import type { Person } from '../../identity/person.ts';
import { Button, ButtonLink } from '../../web/design/components/button.tsx';
import { TextField } from '../../web/design/components/field.tsx';
import { Status } from '../../web/design/components/status.tsx';
import { CellNote, type Column, Table } from '../../web/design/components/table.tsx';
import { Time } from '../../web/design/components/time.tsx';
import { formatCount } from '../../web/design/format-count.ts';
import { dashboardPage, toStorePath } from '../dashboard-page.tsx';
import { formatMoney, formatNoun } from '../format.ts';
import { FeedSection } from './feed-section.tsx';
import { ImportForms, type ImportFormsProps } from './import-forms.tsx';
import { ImportBadge } from './import-page.tsx';
import { ProductThumbnail } from './product-thumbnail.tsx';
import { RenderState } from './render-state.tsx';

export interface CatalogPage extends Omit<ImportFormsProps, 'token'> {
  person: Person;
  store: StoreDoc;
  listing: ListingView;
  /** Words that were searched for. */
  q: string;
  /** The newest first. */
  imports: readonly CatalogImportDoc[];
  done?: string | undefined;
}

/** `/dashboard/{store}/catalog` */
export function catalogPage(page: CatalogPage, files: EntryFiles): string {
  const { person, store, listing, q, done } = page;
  const path = toStorePath(store, 'catalog');
  const count = formatNoun(listing.total, 'product');
  return dashboardPage(
    {
      path,
      title: 'Catalog',
      person,
      store,
      done,
      children: (
        <>
          <RoomSection
            id="products"
            title={q === '' ? count : `${count} for “${q}”`}
            lead="As shoppers browse them."
          >
            <form class="filters" method="get" action={path}>
              <TextField id="q" label="Search" name="q" type="search" maxLength={200} value={q} />
              <Button type="submit">Search</Button>
            </form>
            <Table
              label="Products"
              columns={toColumns(store)}
              rows={listing.products}
              linksRows
              long
              empty={
                q === ''
                  ? 'The catalog is empty. Import the feed of your shop or a file below.'
                  : 'No product has these words.'
              }
              more={
                listing.nextCursor && (
                  <ButtonLink href={`${path}?${new URLSearchParams({ q, cursor: listing.nextCursor })}`}>
                    Show more
                  </ButtonLink>
                )
              }
            />
          </RoomSection>
          {store.feed && <FeedSection {...page} feed={store.feed} token={person.formToken} />}
          <ImportForms {...page} token={person.formToken} />
          {page.imports.length > 0 && (
            <RoomSection id="imports" title="Latest imports">
              <Table label="Imports" columns={toImportColumns(store)} rows={page.imports} linksRows />
            </RoomSection>
          )}
        </>
      ),
    },
    files,
  );
}

/** Returns the address of a product's page; an id may have any character. */
export const toProductPath = (store: StoreDoc, id: string): string =>
  `${toStorePath(store, 'catalog/product')}?${new URLSearchParams({ id })}`;

const toColumns = (store: StoreDoc): readonly Column<ProductCard>[] => [
  {
    heading: 'Product',
    kind: 'long',
    cell: ({ productId, title, image }) => (
      <span class="with-thumbnail">
        <ProductThumbnail image={image} />
        <span>
          <a href={toProductPath(store, productId)}>{title}</a>
          <CellNote>
            <code>{productId}</code>
          </CellNote>
        </span>
      </span>
    ),
  },
  { heading: 'Try-on', kind: 'tight', cell: ({ renderable }) => <RenderState renderable={renderable} /> },
  {
    heading: 'Price',
    kind: 'number',
    cell: ({ price, priceVaries }) => `${priceVaries ? 'from ' : ''}${formatPrice(price)}`,
  },
  {
    heading: 'Stock',
    kind: 'tight',
    cell: ({ available }) =>
      available ? <Status tone="success">Available</Status> : <Status tone="neutral">Sold out</Status>,
  },
  { heading: 'Category', cell: ({ category }) => category?.replaceAll('>', ' › ') ?? '–' },
];

const toImportColumns = (store: StoreDoc): readonly Column<CatalogImportDoc>[] => [
  {
    heading: 'From',
    kind: 'long',
    cell: ({ _id, source }) => <a href={toStorePath(store, `catalog/imports/${_id}`)}>{source.from}</a>,
  },
  { heading: 'State', kind: 'tight', cell: ({ state }) => <ImportBadge state={state} /> },
  { heading: 'Ordered', kind: 'tight', cell: ({ createdAt }) => <Time at={createdAt} /> },
  { heading: 'Rejected', kind: 'number', cell: ({ counts }) => formatCount(counts?.failed ?? 0) },
];

export const formatPrice = (price: Money | null): string =>
  price ? formatMoney(price.amount, price.currency) : '–';
