import { page, type Shop } from './layout.tsx';

/** Without lines: shop.js fills the page from cart.js. */
export function cartPage(shop: Shop): string {
  const main = (
    <section class="cart">
      <h1>Cart</h1>
      <ul class="lines" data-lines />
      <template data-line>
        <Line />
      </template>
      <p data-empty hidden>
        Your cart is empty. <a href="/">Look at all products</a>
      </p>
      <div class="total" data-total hidden>
        <p>
          Total <strong />
        </p>
        <p>This is a demo shop: it has no checkout.</p>
      </div>
    </section>
  );
  return page(shop, `Cart – ${shop.name}`, '/cart', main);
}

const Line = () => (
  <li class="line">
    <span class="picture">
      <img alt="" width="96" height="120" />
    </span>
    <div>
      <a class="line-title" href="/">
        Product
      </a>
      <p class="line-options" />
    </div>
    <label>
      Quantity <input type="number" min="1" max="99" inputmode="numeric" />
    </label>
    <strong class="line-price" />
    <button class="quiet" type="button">
      Remove
    </button>
  </li>
);

export function missingPage(shop: Shop): string {
  const main = (
    <section>
      <h1>This page does not exist</h1>
      <p>
        <a href="/">Look at all products</a>
      </p>
    </section>
  );
  return page(shop, `Not found – ${shop.name}`, '', main);
}
