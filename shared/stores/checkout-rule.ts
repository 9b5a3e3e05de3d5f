import Joi from 'joi';
import {
  type Checkout,
  checkoutPlaceholders,
  checkoutPlatforms,
  embedModes,
  fillTemplate,
  itemPlaceholders,
  placeholderPattern,
} from '../try-on/checkout.ts';

const maxLength = 2048;

/** Reserved for one machine (RFC 6761): a shop in development, which has no certificate. */
const localHost = /(^|\.)(localhost|test)$|^127\.0\.0\.1$/;

function readUrl(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const secure = url.protocol === 'https:' || (url.protocol === 'http:' && localHost.test(url.hostname));
  return secure && url.username === '' && url.password === '' ? url : undefined;
}

/** `acme.myshopify.com` as merchants know their shop, or its address; only the origin is kept. */
function shopOrigin(text: string): string | undefined {
  const url = readUrl(text.includes('://') ? text : `https://${text}`);
  return url?.pathname === '/' && url.search === '' ? url.origin : undefined;
}

function shopAddress(text: string): string | undefined {
  const url = readUrl(text.includes('://') ? text : `https://${text}`);
  if (url?.search !== '' || url.hash !== '') return undefined;
  return url.href.replace(/\/*$/, '/');
}

const text = Joi.string().trim().max(maxLength).prefs({ convert: true });

const buildAddressRule = (read: (address: string) => string | undefined, example: string) =>
  text
    .custom((address: string, { error }) => read(address) ?? error('checkout.address'))
    .messages({ 'checkout.address': `{#label} must be the https address of the shop, such as ${example}` });

/** Placeholders are for path, query and fragment: the shop itself is fixed. */
const template = text
  .custom((address: string, { error }) => {
    const names = [...address.matchAll(placeholderPattern)].map(([, name]) => name!);
    const unknown = names.find((name) => !Object.hasOwn(checkoutPlaceholders, name));
    if (unknown !== undefined) return error('template.unknown', { unknown });
    if (!names.some((name) => itemPlaceholders.includes(name))) return error('template.items');
    const isFixed = /^https?:\/\/[^{}/?#]+[/?#]/.test(address);
    const filled = fillTemplate(address, [], { store: 'a', anonymousId: 'a' });
    return isFixed && readUrl(filled) ? address : error('template.url');
  })
  .messages({
    'template.unknown': `{#label} has the unknown placeholder "{#unknown}"; use ${Object.keys(checkoutPlaceholders).join(', ')}`,
    'template.items': `{#label} must contain one of the placeholders ${itemPlaceholders.join(', ')}, in braces`,
    'template.url':
      '{#label} must be an https URL with a host of its own, such as https://shop.example/cart, with placeholders behind the host',
  });

const ofShopify = { is: 'shopify', otherwise: Joi.forbidden() };

/** The one description of how a store's looks are bought; null: nowhere, shoppers get links to the products. */
export const checkoutRule = Joi.object<Checkout>({
  platform: Joi.valid(...checkoutPlatforms)
    .required()
    .description('`template`: any other shop, by an address with placeholders.'),
  url: text
    .when('platform', {
      switch: [
        // biome-ignore-start lint/suspicious/noThenProperty: joi's name for the branch
        { is: 'shopify', then: buildAddressRule(shopOrigin, 'acme.myshopify.com') },
        { is: 'woocommerce', then: buildAddressRule(shopAddress, 'https://shop.example/') },
      ],
      otherwise: template,
    })
    .required()
    .description('Address of the shop, or the template.'),
  storefrontToken: Joi.string()
    .pattern(/^[\w-]{8,128}$/, 'a public token of the Storefront API')
    .when('platform', ofShopify)
    .description('A public token of the Storefront API of Shopify; shoppers can read it.'),
  embedMode: Joi.string()
    .valid(...embedModes)
    .when('platform', { ...ofShopify, then: Joi.any().default('permalink') })
    // biome-ignore-end lint/suspicious/noThenProperty: joi's name for the branch
    .description('Checkout in a frame of a Shopify storefront.'),
})
  .allow(null)
  .description('Where looks are bought, as a whole; null: shoppers get links to the products.');
