import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { describeInBrowser } from '../support/browser/describe-in-browser.ts';
import {
  framed,
  lastMessage,
  type ShopAndService,
  startShopAndService,
} from '../support/browser/shop-and-service.ts';

const page = readFileSync('docs/install.md', 'utf8');

/** The examples of the section, in their order. */
function examples(section: string, language: string): string[] {
  const text = page.split(/^## /m).find((part) => part.startsWith(section)) ?? '';
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(
    ([, code]) => code!,
  );
}

/** What PHP would print. */
const printed = (php: string) =>
  `<script async src="${/'src'\s*=> '([^']+)'/.exec(php)![1]}" data-service-subdomain="${/subdomain' => '([^']+)'/.exec(php)![1]}"></script>
   ${/'(<button.*<\/button>)'/.exec(php)![1]!.replace('%s', '1001')}`;

const [shopifyBlock, shopifyCard, shopifyConfig] = examples('Shopify', 'liquid') as [string, string, string];
const [button, link] = examples('Plain HTML', 'html') as [string, string];
const [early] = examples('API', 'html') as [string];

const installs: [name: string, html: string, product: string | null][] = [
  ['a plain button', button, null],
  ['a plain link', link, null],
  ['a block of a Shopify theme', shopifyBlock, 'lamp'],
  [
    'a product card of a Shopify theme',
    shopifyBlock.split('\n')[0] + shopifyCard.replace(/\{\{.*\}\}/, '1001'),
    '1001',
  ],
  ['a Shopify theme with an id', shopifyConfig.replace(/\{\{.*\}\}/, '"c-7"') + shopifyBlock, 'lamp'],
  ['WooCommerce', printed(examples('WooCommerce', 'php')[0]!), '1001'],
  [
    'Google Tag Manager',
    `${examples('Google Tag Manager', 'html')[0]}<button class="try-it-on">Try it on</button>`,
    null,
  ],
  ['a call before the script has loaded', early, '1001'],
];

describeInBrowser('docs/install.md', (open) => {
  let sites: ShopAndService;
  before(async () => {
    sites = await startShopAndService();
  });
  after(() => sites.close());

  for (const [name, html, product] of installs) {
    it(`opens the try-on as it says: ${name}`, async () => {
      const body = html.replaceAll('https://embed.example', sites.service);
      const path = product === 'lamp' ? '/products/lamp' : '/';
      const shop = await sites.visit(await open(), { head: '', body, path });
      await shop.getByText('Try it on').click();
      const frame = await framed(shop);
      expect(new URL(frame.url()).pathname).to.equal('/embed/acme');
      const id = name.includes('with an id') ? 'c-7' : null;
      expect(await lastMessage(frame, 'init')).to.include({ productId: product, anonymousId: id });
    });
  }

  it('has a policy under which the try-on opens', async () => {
    const [policy] = examples('Content security policy', '') as [string];
    const shop = await sites.visit(await open(), {
      body: '<button data-service-launcher>Try it on</button>',
      policy: `default-src 'none'; ${policy.trim().replaceAll('https://embed.example', sites.service)}`,
    });
    await shop.getByText('Try it on').click();
    await framed(shop);
  });
});
