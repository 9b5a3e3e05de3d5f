import { demoFlows } from '../platform/demo-store.ts';
import { type Html, html } from './html.ts';
import { departmentPath, page, type Shop, tryOnPage } from './layout.ts';
import { priceText, type ShopProduct } from './products.ts';

export function priceOf({ price, compareAtPrice, currency }: ShopProduct): Html {
  if (compareAtPrice === undefined) return html`<span class="price">${priceText(price, currency)}</span>`;
  return html`<span class="price sale"><span class="visually-hidden">Now </span>${priceText(price, currency)}
    <s><span class="visually-hidden">Before </span>${priceText(compareAtPrice, currency)}</s></span>`;
}

function badge({ available, compareAtPrice }: ShopProduct): Html | undefined {
  if (!available) return html`<span class="badge">Sold out</span>`;
  return compareAtPrice === undefined ? undefined : html`<span class="badge on-sale">Sale</span>`;
}

/** The names of colours are on the product's page. */
function swatches({ options }: ShopProduct): Html | undefined {
  const values = options.flatMap((option) => option.values).filter(({ swatch }) => swatch);
  if (values.length < 2) return undefined;
  return html`<span class="card-colors">${values.length} colours</span>`;
}

export function productCards(products: ShopProduct[]): Html {
  const cards = products.map((product, index) => {
    const picture = product.pictures[0]!;
    return html`<li class="card">
<a href="/products/${product.handle}">
<span class="picture ${picture.cutOut && 'cut-out'}"><img src="/pictures/${picture.file}" alt="" width="400" height="500" ${index > 7 && html`loading="lazy"`}>${badge(product)}</span>
<span class="card-title">${product.title}</span>
${priceOf(product)}
${swatches(product)}
</a>
</li>`;
  });
  return html`<ul class="cards">${cards}</ul>`;
}

/** A launcher that leads through a guided flow. */
function flowLink(shop: Shop, flow: string, text: string): Html {
  return html`<a class="button secondary" data-try-on data-service-flow="${flow}" href="${tryOnPage(shop, { flow })}">${text}</a>`;
}

export function homePage(shop: Shop, products: ShopProduct[]): string {
  const main = html`<section class="hero">
<div>
<h1>See it on you, or in your room</h1>
<p>Choose up to six things, add a photo, and look at them together before you decide.</p>
<div class="actions">
<a class="button" data-try-on href="${tryOnPage(shop)}">Try it on</a>
${flowLink(shop, demoFlows.outfit, 'Complete the outfit')}
${flowLink(shop, demoFlows.corner, 'Furnish a corner')}
</div>
</div>
<img src="/photos/room-sofa.jpg" alt="" width="1200" height="800" loading="lazy">
</section>
<section><h2>All products</h2>${productCards(products)}</section>`;
  return page(shop, shop.name, '/', main);
}

export function departmentPage(shop: Shop, department: string, products: ShopProduct[]): string {
  const main = html`<section><h1>${department}</h1>
<p class="count">${products.length} products</p>
${productCards(products)}</section>`;
  return page(shop, `${department} – ${shop.name}`, departmentPath(department), main);
}
