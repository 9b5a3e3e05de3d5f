import { priceOf, productCards } from './home-page.ts';
import { Html, html } from './html.ts';
import { departmentPath, page, type Shop, tryOnPage } from './layout.ts';
import { priceText, type ShopProduct, type ShopVariant } from './products.ts';

/** Inside a script element: no value can end it. */
const scriptJson = (value: unknown) => new Html(JSON.stringify(value).replaceAll('<', '\\u003c'));

/** One group of radio buttons an option; shop.js finds the variant of what is checked. */
function optionGroup(option: ShopProduct['options'][number], index: number, chosen: ShopVariant): Html {
  const name = `option-${index}`;
  const choices = option.values.map(
    ({ value, swatch }) =>
      html`<label class="choice"><input type="radio" name="${name}" value="${value}" ${chosen.options[index] === value && new Html('checked')}>
<span>${swatch !== undefined && html`<svg class="swatch" viewBox="0 0 16 16" aria-hidden="true"><circle cx="8" cy="8" r="7.5" fill="${swatch}"/></svg>`}${value}</span></label>`,
  );
  return html`<fieldset><legend>${option.name}</legend>${choices}</fieldset>`;
}

function pictureOf(product: ShopProduct, variant: ShopVariant): Html {
  const { cutOut } = product.pictures.find(({ file }) => file === variant.picture)!;
  return html`<div class="picture large ${cutOut && 'cut-out'}"><img data-picture src="/pictures/${variant.picture}" alt="${product.title}" width="800" height="1000"></div>`;
}

/** What shop.js needs to change the page with the choice, and to put a line into the cart. */
function data(product: ShopProduct): Html {
  const { productId, handle, title, price, currency, variants } = product;
  const shown = {
    productId,
    handle,
    title,
    price,
    priceText: priceText(price, currency),
    currency,
    variants,
  };
  return html`<script type="application/json" id="product">${scriptJson(shown)}</script>`;
}

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
  const main = html`<nav class="crumbs" aria-label="Breadcrumb"><a href="/">Home</a> / <a href="${departmentPath(department)}">${department}</a> / ${category}</nav>
<div class="product">
${pictureOf(product, variant)}
<form class="buy" data-buy>
<h1>${product.title}</h1>
<p>${priceOf(product)}</p>
${product.options.map((option, index) => optionGroup(option, index, variant))}
<div class="actions">
<button class="button" type="submit" data-add ${!variant.available && new Html('disabled')}>${variant.available ? 'Add to cart' : 'Sold out'}</button>
<a class="button secondary" data-try-on data-service-product-id="${product.productId}" data-service-variant-id="${variant.variantId}" href="${tryOnPage(shop, { product_id: product.productId })}">Try it on</a>
</div>
<p class="status" role="status" data-status></p>
<p>${product.description}</p>
</form>
</div>
${related.length > 0 && html`<section><h2>Goes with it</h2>${productCards(related)}</section>`}
${data(product)}`;
  return page(shop, `${product.title} – ${shop.name}`, `/products/${product.handle}`, main);
}
