import { html } from './html.ts';
import { page, type Shop } from './layout.ts';

/** Without lines: shop.js fills the page from cart.js. */
export function cartPage(shop: Shop): string {
  const main = html`<section class="cart">
<h1>Cart</h1>
<ul class="lines" data-lines></ul>
<template data-line>
<li class="line"><span class="picture"><img alt="" width="96" height="120"></span>
<div><a class="line-title"></a><p class="line-options"></p></div>
<label>Quantity <input type="number" min="1" max="99" inputmode="numeric"></label>
<strong class="line-price"></strong>
<button class="quiet" type="button">Remove</button></li>
</template>
<p data-empty hidden>Your cart is empty. <a href="/">Look at all products</a></p>
<div class="total" data-total hidden><p>Total <strong></strong></p>
<p>This is a demo shop: it has no checkout.</p></div>
</section>`;
  return page(shop, `Cart – ${shop.name}`, '/cart', main);
}

export function missingPage(shop: Shop): string {
  const main = html`<section><h1>This page does not exist</h1>
<p><a href="/">Look at all products</a></p></section>`;
  return page(shop, `Not found – ${shop.name}`, '', main);
}
