import type { StoreDoc } from '../../../shared/stores/store-model.ts';
import type { ProductView, VariantView } from '../../../shared/try-on/contract.ts';
import type { EntryFiles } from '../../assets/web-build.ts';
import { RoomSection } from '../../html/room-page.tsx';
import type { Person } from '../../identity/person.ts';
import { Facts } from '../../web/design/components/card.tsx';
import { Banner, Status } from '../../web/design/components/status.tsx';
import { CellNote, type Column, Table } from '../../web/design/components/table.tsx';
import { Time } from '../../web/design/components/time.tsx';
import { dashboardPage, toStorePath } from '../dashboard-page.tsx';
import { type TryOut, TryOutSection } from '../try-out/try-out-section.tsx';
import { formatPrice } from './catalog-page.tsx';
import { ProductThumbnail } from './product-thumbnail.tsx';

export interface ProductPage {
  person: Person;
  store: StoreDoc;
  product: ProductView;
  missingAssets: number;
  updatedAt: Date;
  tryOut: TryOut;
}

/** `/dashboard/{store}/catalog/product` */
export function productPage(page: ProductPage, files: EntryFiles): string {
  const { person, store, product, updatedAt, tryOut } = page;
  const { title, productId, handle, url, category, price, images, variants } = product;
  const path = toStorePath(store, 'catalog');
  return dashboardPage(
    {
      path,
      title,
      person,
      store,
      above: (
        <p>
          <a href={path}>Catalog</a>
        </p>
      ),
      children: (
        <>
          <RenderBanner {...page} />
          <Facts
            facts={[
              ['Id', <code>{productId}</code>],
              ['Handle', <code>{handle}</code>],
              ['Page', url && <a href={url}>{url}</a>],
              ['Category', category?.replaceAll('>', ' › ')],
              ['Price', formatPrice(price)],
              ['Imported', <Time at={updatedAt} />],
            ]}
          />
          <RoomSection
            id="images"
            title="Images"
            lead="A variant is rendered from those that show it, else from those of its color, else from all."
          >
            {images.length === 0 ? (
              <p class="soft">None.</p>
            ) : (
              <ul class="thumbnails">
                {images.map((image, index) => (
                  <li key={image.src}>
                    <ProductThumbnail image={image} alt={`Image ${index + 1}`} />
                  </li>
                ))}
              </ul>
            )}
          </RoomSection>
          <RoomSection id="variants" title="Variants">
            <Table
              label="Variants"
              columns={toColumns(product)}
              rows={variants}
              empty="The product has none."
            />
          </RoomSection>
          {product.renderable && (
            <TryOutSection {...tryOut} store={store} product={product} token={person.formToken} />
          )}
        </>
      ),
    },
    files,
  );
}

function RenderBanner({ product, missingAssets }: ProductPage) {
  const missing =
    missingAssets === 1 ? '1 image could not be fetched' : `${missingAssets} images could not be fetched`;
  if (product.renderable)
    return missingAssets > 0 ? <Banner tone="warning">{missing}; the next import tries again.</Banner> : null;
  return (
    <Banner tone="danger">
      This product cannot be rendered because{' '}
      {missingAssets > 0
        ? `${missing}. Check that their addresses are public, and import again.`
        : 'the import has no image of it. Add one to the product in your shop, and import again.'}
    </Banner>
  );
}

function toColumns({ options }: ProductView): readonly Column<VariantView>[] {
  return [
    {
      heading: options.map(({ name }) => name).join(' / ') || 'Variant',
      cell: (variant) => (
        <span class="with-thumbnail">
          <ProductThumbnail image={variant.image} />
          <span>
            {variant.options.filter(Boolean).join(' / ') || '–'}
            <CellNote>
              <code>{variant.variantId}</code>
            </CellNote>
          </span>
        </span>
      ),
    },
    { heading: 'Price', kind: 'number', cell: ({ price }) => formatPrice(price) },
    { heading: 'Before', kind: 'number', cell: ({ compareAtPrice }) => formatPrice(compareAtPrice) },
    {
      heading: 'Stock',
      kind: 'tight',
      cell: ({ available }) =>
        available ? <Status tone="success">Available</Status> : <Status tone="neutral">Sold out</Status>,
    },
  ];
}
