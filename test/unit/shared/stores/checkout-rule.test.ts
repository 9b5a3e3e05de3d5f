import { expect } from 'chai';
import { ApiError } from '../../../../shared/errors.ts';
import { checkoutRule } from '../../../../shared/stores/checkout-rule.ts';
import { validate } from '../../../../shared/validation/validate.ts';

const shopify = (part: object) => ({ platform: 'shopify', url: 'acme.myshopify.com', ...part });
const template = (url: string) => ({ platform: 'template', url });

const accepted: [given: object | null, saved: object | null][] = [
  [null, null],
  [shopify({}), { platform: 'shopify', url: 'https://acme.myshopify.com', embedMode: 'permalink' }],
  [
    shopify({ url: ' https://ACME.example/ ', embedMode: 'cart-event', storefrontToken: 'abcdef0123456789' }),
    {
      platform: 'shopify',
      url: 'https://acme.example',
      embedMode: 'cart-event',
      storefrontToken: 'abcdef0123456789',
    },
  ],
  [
    { platform: 'woocommerce', url: 'acme.example/shop' },
    { platform: 'woocommerce', url: 'https://acme.example/shop/' },
  ],
  [template('https://acme.example/cart?add={items}'), template('https://acme.example/cart?add={items}')],
  // A shop in development has no certificate.
  [
    shopify({ url: 'http://localhost:3001' }),
    { platform: 'shopify', url: 'http://localhost:3001', embedMode: 'permalink' },
  ],
  [template('http://www.shop.test/cart/{items}'), template('http://www.shop.test/cart/{items}')],
];

const refused: [given: object, field: string, message: RegExp][] = [
  [{ platform: 'magento', url: 'acme.example' }, 'platform', /one of "shopify", "woocommerce", "template"/],
  [{ platform: 'shopify' }, 'url', /required/],
  [shopify({ url: 'http://acme.example' }), 'url', /https address of the shop/],
  [shopify({ url: 'https://acme.example/cart' }), 'url', /https address of the shop/],
  [shopify({ url: 'https://user:pass@acme.example' }), 'url', /https address of the shop/],
  [shopify({ url: 'javascript:alert(1)' }), 'url', /https address of the shop/],
  [shopify({ storefrontToken: 'a b' }), 'storefrontToken', /public token/],
  [shopify({ embedMode: 'drawer' }), 'embedMode', /one of "permalink", "cart", "cart-event"/],
  [{ platform: 'woocommerce', url: 'https://acme.example/?a=1' }, 'url', /https address of the shop/],
  [{ platform: 'woocommerce', url: 'acme.example', embedMode: 'cart' }, 'embedMode', /does not belong here/],
  [template('https://acme.example/cart'), 'url', /items, variant_ids, product_ids/],
  [template('https://acme.example/cart?{items}&{price}'), 'url', /unknown placeholder "price"/],
  [template('https://{items}/cart'), 'url', /placeholders behind the host/],
  [template('https://acme.example{items}/cart'), 'url', /placeholders behind the host/],
  [template('http://acme.example/cart/{items}'), 'url', /https/],
  [template('javascript:alert({items})'), 'url', /https/],
];

describe('the checkout setting', () => {
  for (const [given, saved] of accepted) {
    it(`can be ${JSON.stringify(given)}`, () => {
      expect(validate(checkoutRule, given)).to.deep.equal(saved);
    });
  }

  for (const [given, field, message] of refused) {
    it(`cannot be ${JSON.stringify(given)}`, () => {
      expect(() => validate(checkoutRule, given))
        .to.throw(ApiError, message)
        .with.nested.property('detail.field', field);
    });
  }
});
