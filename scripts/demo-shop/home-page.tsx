import { demoFlows } from '../platform/demo-store.ts';
import { departmentPath, page, type Shop, tryOnPage } from './layout.tsx';
import { priceText, type ShopProduct } from './products.ts';

export function Price({ price, compareAtPrice, currency }: ShopProduct) {
  if (compareAtPrice === undefined) return <span class="price">{priceText(price, currency)}</span>;
  return (
    <span class="price sale">
      <span class="visually-hidden">Now </span>
      {priceText(price, currency)}{' '}
      <s>
        <span class="visually-hidden">Before </span>
        {priceText(compareAtPrice, currency)}
      </s>
    </span>
  );
}

function ProductBadge({ available, compareAtPrice }: ShopProduct) {
  if (!available) return <span class="badge">Sold out</span>;
  return compareAtPrice === undefined ? null : <span class="badge on-sale">Sale</span>;
}

/** The names of colors are on the product's page. */
function Swatches({ options }: ShopProduct) {
  const values = options.flatMap((option) => option.values).filter(({ swatch }) => swatch);
  return values.length < 2 ? null : <span class="card-colors">{values.length} colors</span>;
}

export const ProductCards = ({ products }: { products: ShopProduct[] }) => (
  <ul class="cards">
    {products.map((product, index) => (
      <ProductCard key={product.handle} product={product} lazy={index > 7} />
    ))}
  </ul>
);

function ProductCard({ product, lazy }: { product: ShopProduct; lazy: boolean }) {
  const { file, cutOut } = product.pictures[0]!;
  return (
    <li class="card">
      <a href={`/products/${product.handle}`}>
        <span class={cutOut ? 'picture cut-out' : 'picture'}>
          <img
            src={`/pictures/${file}`}
            alt=""
            width="400"
            height="500"
            loading={lazy ? 'lazy' : undefined}
          />
          <ProductBadge {...product} />
        </span>
        <span class="card-title">{product.title}</span>
        <Price {...product} />
        <Swatches {...product} />
      </a>
    </li>
  );
}

/** A launcher that leads through a guided flow. */
const FlowLink = ({ shop, flow, text }: { shop: Shop; flow: string; text: string }) => (
  <a class="button secondary" data-try-on="" data-service-flow={flow} href={tryOnPage(shop, { flow })}>
    {text}
  </a>
);

export function homePage(shop: Shop, products: ShopProduct[]): string {
  const main = (
    <>
      <section class="hero">
        <div>
          <h1>See it on you, or in your room</h1>
          <p>Choose up to six things, add a photo, and look at them together before you decide.</p>
          <div class="actions">
            <a class="button" data-try-on="" href={tryOnPage(shop)}>
              Try it on
            </a>
            <FlowLink shop={shop} flow={demoFlows.outfit} text="Complete the outfit" />
            <FlowLink shop={shop} flow={demoFlows.corner} text="Furnish a corner" />
          </div>
        </div>
        <img src="/photos/room-sofa.jpg" alt="" width="1200" height="800" loading="lazy" />
      </section>
      <section>
        <h2>All products</h2>
        <ProductCards products={products} />
      </section>
    </>
  );
  return page(shop, shop.name, '/', main);
}

export function departmentPage(shop: Shop, department: string, products: ShopProduct[]): string {
  const main = (
    <section>
      <h1>{department}</h1>
      <p class="count">{products.length} products</p>
      <ProductCards products={products} />
    </section>
  );
  return page(shop, `${department} – ${shop.name}`, departmentPath(department), main);
}
