import { expect } from 'chai';
import { checkoutUrl } from '../../../../../../api/web/try-on/checkout/checkout-url.ts';
import type { Checkout, CheckoutItem } from '../../../../../../shared/try-on/checkout.ts';

const shopify: Checkout = {
  platform: 'shopify',
  url: 'https://acme.myshopify.com',
  embedMode: 'permalink',
};
const woocommerce: Checkout = { platform: 'woocommerce', url: 'https://acme.example/shop/' };
const template = (url: string): Checkout => ({ platform: 'template', url });

const sofa: CheckoutItem = { productId: '7001', variantId: '9001', quantity: 1 };
const lamp: CheckoutItem = { productId: '7002', variantId: null, quantity: 3 };

/** `{"_anonymous_id":"v 1&é"}` */
const property = 'eyJfYW5vbnltb3VzX2lkIjoidiAxJsOpIn0';

const rows: [what: string, checkout: Checkout, items: CheckoutItem[], url: string][] = [
  [
    'a cart permalink of Shopify',
    shopify,
    [sofa, lamp],
    `https://acme.myshopify.com/cart/9001:1,7002:3?attributes[anonymous_id]=v%201%26%C3%A9&properties=${property}`,
  ],
  [
    'a cart permalink with the token of a sales channel',
    { ...shopify, storefrontToken: 'abcdef12' },
    [sofa],
    `https://acme.myshopify.com/cart/9001:1?attributes[anonymous_id]=v%201%26%C3%A9&properties=${property}&access_token=abcdef12`,
  ],
  [
    'an add-to-cart link of WooCommerce for one item',
    woocommerce,
    [{ ...sofa, quantity: 2 }],
    'https://acme.example/shop/?add-to-cart=9001&quantity=2&anonymous_id=v%201%26%C3%A9',
  ],
  [
    'a checkout link of WooCommerce for several items',
    woocommerce,
    [sofa, lamp],
    'https://acme.example/shop/checkout-link/?products=9001:1,7002:3&anonymous_id=v%201%26%C3%A9',
  ],
  [
    'a template with every placeholder',
    template(
      'https://acme.example/{store}/cart?i={items}&v={variant_ids}&p={product_ids}&q={quantities}&a={anonymous_id}',
    ),
    [sofa, lamp],
    'https://acme.example/demo/cart?i=9001:1,7002:3&v=9001,7002&p=7001,7002&q=1,3&a=v%201%26%C3%A9',
  ],
  [
    'a template with ids that have characters of a URL',
    template('https://acme.example/cart/{items}'),
    [{ productId: 'a/b', variantId: 'x,y:1?#', quantity: 1 }],
    'https://acme.example/cart/x%2Cy%3A1%3F%23:1',
  ],
];

describe('the address of a checkout', () => {
  for (const [what, checkout, items, url] of rows) {
    it(`is ${what}`, () => {
      expect(checkoutUrl(checkout, items, { store: 'demo', anonymousId: 'v 1&é' })).to.equal(url);
    });
  }

  it('has the property of the first line as Base64-URL of JSON', () => {
    const url = new URL(checkoutUrl(shopify, [sofa], { store: 'demo', anonymousId: 'v 1&é' }));
    const json = Buffer.from(url.searchParams.get('properties')!, 'base64url').toString();
    expect(JSON.parse(json)).to.deep.equal({ _anonymous_id: 'v 1&é' });
  });
});
