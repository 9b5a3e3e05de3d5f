import { JsonScript } from '../../api/html/json-script.tsx';
import { Price, ProductCards } from './home-page.tsx';
import { departmentPath, page, type Shop, tryOnPage } from './layout.tsx';
import { priceText, type ShopProduct, type ShopVariant } from './products.ts';

interface GroupProps {
  option: ShopProduct['options'][number];
  index: number;
  chosen: ShopVariant;
}

/** One group of radio buttons an option; shop.js finds the variant of what is checked. */
const OptionGroup = ({ option, index, chosen }: GroupProps) => (
  <fieldset>
    <legend>{option.name}</legend>
    {option.values.map(({ value, swatch }) => (
      <label key={value} class="choice">
        <input
          type="radio"
          name={`option-${index}`}
          value={value}
          checked={chosen.options[index] === value}
        />
        <span>
          {swatch !== undefined && (
            <svg class="swatch" viewBox="0 0 16 16" aria-hidden="true">
              <circle cx="8" cy="8" r="7.5" fill={swatch} />
            </svg>
          )}
          {value}
        </span>
      </label>
    ))}
  </fieldset>
);

function LargeImage({ product, variant }: { product: ShopProduct; variant: ShopVariant }) {
  const { cutOut } = product.pictures.find(({ file }) => file === variant.picture)!;
  return (
    <div class={cutOut ? 'picture large cut-out' : 'picture large'}>
      <img data-picture src={`/pictures/${variant.picture}`} alt={product.title} width="800" height="1000" />
    </div>
  );
}

/** Returns the fields that shop.js needs to update the page for a choice, and to put a line into the cart. */
function describeProduct({ productId, handle, title, price, currency, variants }: ShopProduct) {
  return { productId, handle, title, price, priceText: priceText(price, currency), currency, variants };
}

interface BuyProps {
  shop: Shop;
  product: ShopProduct;
  variant: ShopVariant;
}

const BuyForm = ({ shop, product, variant }: BuyProps) => (
  <form class="buy" data-buy>
    <h1>{product.title}</h1>
    <p>
      <Price {...product} />
    </p>
    {product.options.map((option, index) => (
      <OptionGroup key={option.name} option={option} index={index} chosen={variant} />
    ))}
    <div class="actions">
      <button class="button" type="submit" data-add="" disabled={!variant.available}>
        {variant.available ? 'Add to cart' : 'Sold out'}
      </button>
      <a
        class="button secondary"
        data-try-on=""
        data-service-product-id={product.productId}
        data-service-variant-id={variant.variantId}
        href={tryOnPage(shop, { product_id: product.productId })}
      >
        Try it on
      </a>
    </div>
    <p class="status" role="status" data-status />
    <p>{product.description}</p>
  </form>
);

export function productPage(
  shop: Shop,
  product: ShopProduct,
  related: ShopProduct[],
  variantId: string | undefined,
): string {
  const variant =
    product.variants.find((candidate) => candidate.variantId === variantId) ??
    product.variants.find(({ available }) => available) ??
    product.variants[0]!;
  const [department, category] = product.categories as [string, string];
  const main = (
    <>
      <nav class="crumbs" aria-label="Breadcrumb">
        <a href="/">Home</a> / <a href={departmentPath(department)}>{department}</a> / {category}
      </nav>
      <div class="product">
        <LargeImage product={product} variant={variant} />
        <BuyForm shop={shop} product={product} variant={variant} />
      </div>
      {related.length > 0 && (
        <section>
          <h2>Goes with it</h2>
          <ProductCards products={related} />
        </section>
      )}
      <JsonScript id="product" value={describeProduct(product)} />
    </>
  );
  return page(shop, `${product.title} – ${shop.name}`, `/products/${product.handle}`, main);
}
