import { expect } from 'chai';
import { parseProductUrl, registeredHosts } from '../../../../shared/catalog/product-url.ts';

const sofa = { host: 'acme.example', handle: 'linen-sofa' };

/** URL, and what it says: host, handle and variant, only a host, or nothing. */
const urls: [string, object | undefined][] = [
  // Product pages
  ['https://acme.example/products/linen-sofa', sofa],
  ['http://acme.example/products/linen-sofa', sofa],
  ['https://acme.example/products/linen-sofa/', sofa],
  ['https://acme.example//products//linen-sofa', sofa],
  ['https://acme.example/products/Linen-Sofa', sofa],
  ['https://acme.example/Products/linen-sofa', sofa],
  ['https://acme.example/products/linen-sofa.js', sofa],
  ['https://acme.example/products/linen-sofa.json', sofa],
  ['https://acme.example/products/linen-sofa.JSON', sofa],
  ['https://acme.example/product/linen-sofa/', sofa],
  ['https://acme.example/collections/living/products/linen-sofa', sofa],
  ['https://acme.example/collections/all/products/linen-sofa.js', sofa],
  ['https://acme.example/fr/products/linen-sofa', sofa],
  ['https://acme.example/en-ca/products/linen-sofa', sofa],
  ['https://acme.example/EN-CA/products/linen-sofa', sofa],
  ['https://acme.example/fil/products/linen-sofa', sofa],
  ['https://acme.example/zh-hans-cn/products/linen-sofa', sofa],
  ['https://acme.example/fr/collections/salon/products/linen-sofa', sofa],
  ['https://acme.example/collections/fr/products/linen-sofa', sofa],
  ['https://acme.example/products/linen%2Dsofa', sofa],
  ['https://acme.example/%70roducts/linen-sofa', sofa],
  ['https://acme.example/products/canap%C3%A9', { host: 'acme.example', handle: 'canapé' }],
  ['https://acme.example/products/CANAP%C3%89', { host: 'acme.example', handle: 'canapé' }],
  ['https://acme.example/products/cafe%CC%81', { host: 'acme.example', handle: 'café' }],
  ['https://acme.example/products/ソファ', { host: 'acme.example', handle: 'ソファ' }],
  ['https://acme.example/products/products', { host: 'acme.example', handle: 'products' }],
  ['https://acme.example/products/sofa.2', { host: 'acme.example', handle: 'sofa.2' }],
  // Variants, tracking, fragments
  ['https://acme.example/products/linen-sofa?variant=42', { ...sofa, variantId: '42' }],
  [
    'https://acme.example/products/linen-sofa?variant=gid://shopify/ProductVariant/42',
    { ...sofa, variantId: '42' },
  ],
  [
    'https://acme.example/products/linen-sofa?variant=gid%3A%2F%2Fshopify%2FProductVariant%2F42',
    { ...sofa, variantId: '42' },
  ],
  ['https://acme.example/products/linen-sofa?variant=42&variant=43', { ...sofa, variantId: '42' }],
  ['https://acme.example/products/linen-sofa?variant=', sofa],
  [`https://acme.example/products/linen-sofa?variant=${'4'.repeat(300)}`, sofa],
  [
    'https://acme.example/products/linen-sofa?utm_source=mail&variant=42&_pos=1&_sid=a&_ss=r&fbclid=x&srsltid=y',
    { ...sofa, variantId: '42' },
  ],
  ['https://acme.example/products/linen-sofa?pr_prod_strat=copurchase#reviews', sofa],
  ['https://acme.example/products/linen-sofa#/products/other?variant=1', sofa],
  // Hosts
  ['https://ACME.Example/products/linen-sofa', sofa],
  ['https://acme.example:8443/products/linen-sofa', sofa],
  ['https://acme.example./products/linen-sofa', sofa],
  ['https://acme.example.:443/products/linen-sofa', sofa],
  ['HTTPS://acme.example/products/linen-sofa', sofa],
  ['https://www.acme.example/products/linen-sofa', { ...sofa, host: 'www.acme.example' }],
  ['https://bücher.example/products/linen-sofa', { ...sofa, host: 'xn--bcher-kva.example' }],
  ['https://xn--bcher-kva.example/products/linen-sofa', { ...sofa, host: 'xn--bcher-kva.example' }],
  ['https://acme.myshopify.com/products/linen-sofa', { ...sofa, host: 'acme.myshopify.com' }],
  // As browsers, ads and feeds write them
  [' https://acme.example/products/linen-sofa \n', sofa],
  ['HTTPS://acme.example/products/linen-sofa?q=a|b&c[]=1&d={e}&variant=42', { ...sofa, variantId: '42' }],
  ['https://acme.example/products/linen-sofa?q=Grüne Möbel', sofa],
  ['https://acme.example/products/linen sofa', { host: 'acme.example', handle: 'linen sofa' }],
  // Look-alikes keep the host they really have
  ['https://acme.example.evil.example/products/linen-sofa', { ...sofa, host: 'acme.example.evil.example' }],
  ['https://evil-acme.example/products/linen-sofa', { ...sofa, host: 'evil-acme.example' }],
  ['https://evil.example/acme.example/products/linen-sofa', { host: 'evil.example' }],
  ['https://evil.example?acme.example/products/linen-sofa', { host: 'evil.example' }],
  ['https://аcme.example/products/linen-sofa', { ...sofa, host: 'xn--cme-5cd.example' }],
  // No product pages
  ['https://acme.example/', { host: 'acme.example' }],
  ['https://acme.example/products', { host: 'acme.example' }],
  ['https://acme.example/products/', { host: 'acme.example' }],
  ['https://acme.example/products/.json', { host: 'acme.example' }],
  ['https://acme.example/products.json', { host: 'acme.example' }],
  ['https://acme.example/collections/living', { host: 'acme.example' }],
  ['https://acme.example/collections/living/linen-sofa', { host: 'acme.example' }],
  ['https://acme.example/pages/products', { host: 'acme.example' }],
  ['https://acme.example/pages/products/linen-sofa', { host: 'acme.example' }],
  ['https://acme.example/apps/products/linen-sofa', { host: 'acme.example' }],
  ['https://acme.example/apps/bundles/products/linen-sofa?variant=42', { host: 'acme.example' }],
  ['https://acme.example/app/products/linen-sofa', { host: 'acme.example' }],
  ['https://acme.example/a/b/products/linen-sofa', { host: 'acme.example' }],
  ['https://acme.example/products/linen-sofa/reviews', { host: 'acme.example' }],
  ['https://acme.example/products/linen%2Fsofa', { host: 'acme.example' }],
  ['https://acme.example/products/..%2Fadmin', { host: 'acme.example' }],
  ['https://acme.example/products/../admin/secret', { host: 'acme.example' }],
  ['https://acme.example/products/100%-linen', { host: 'acme.example' }],
  [`https://acme.example/products/${'x'.repeat(300)}`, { host: 'acme.example' }],
  // Nothing at all
  ['https://acme.example@evil.example/products/linen-sofa', undefined],
  ['https://user:pw@acme.example/products/linen-sofa', undefined],
  ['https://evil.example\\@acme.example/products/linen-sofa', undefined],
  ['https://acme.example\\products\\linen-sofa', undefined],
  ['https://acme.exam\tple/products/linen-sofa', undefined],
  ['ftp://acme.example/products/linen-sofa', undefined],
  ['javascript:alert(1)', undefined],
  ['acme.example/products/linen-sofa', undefined],
  ['//acme.example/products/linen-sofa', undefined],
  ['https://acme.example:99999/products/linen-sofa', undefined],
  [`https://acme.example/products/linen-sofa?x=${'y'.repeat(8192)}`, undefined],
  ['https://', undefined],
  ['', undefined],
];

describe('product URLs', () => {
  for (const [url, expected] of urls) {
    it(`reads ${JSON.stringify(url.slice(0, 120))}`, () =>
      expect(parseProductUrl(url)).to.deep.equal(expected));
  }

  it('finds a host itself, and the apex of a www host, never one that only ends the same', () => {
    expect(registeredHosts('acme.example')).to.deep.equal(['acme.example']);
    expect(registeredHosts('www.acme.example')).to.deep.equal(['www.acme.example', 'acme.example']);
    expect(registeredHosts('wwwacme.example')).to.deep.equal(['wwwacme.example']);
    expect(registeredHosts('shop.acme.example')).to.deep.equal(['shop.acme.example']);
    expect(registeredHosts('www.www.acme.example')).not.to.include('acme.example');
  });
});
