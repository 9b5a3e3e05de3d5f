import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { purgeImages } from '../../../../workers/sweeper/purge-images.ts';
import { keepAsset, keepProduct, makeStore } from '../../../support/catalog/catalog-store.ts';
import {
  dataUrl,
  photo,
  startPlatform,
  type TestAccount,
  type TestPlatform,
  visualize,
  visualizeBody,
} from '../../../support/platform.ts';

const productUrl = 'https://acme.example/products/linen-sofa';

/** Widths of the pictures in the catalog; the supplied one has another. */
const widths = { whole: 101, red: 102, 'red-own': 103, detail: 104, blue: 105, fifth: 106 };
const supplied = 77;

describe('POST /visualize with products of a catalog merchant', () => {
  let platform: TestPlatform;
  let account: TestAccount;
  let store: string;

  before(async () => {
    platform = await startPlatform();
    account = await platform.account({ credits: 100 });
    store = await makeStore(platform, 'acme', ['acme.example', 'acme.myshopify.com']);
    const kept = await Promise.all(
      Object.entries(widths).map(([name, width]) => keepAsset(platform, store, name, width)),
    );
    const [whole, red, own, detail, blue, fifth] = kept.map((image) => ({
      image,
      source: 'https://cdn.example/x.jpg',
      variantIds: [] as string[],
    }));
    await keepProduct(platform, store, {
      productId: '7001',
      handle: 'linen-sofa',
      handleHistory: ['old-sofa'],
      title: 'Linen Sofa',
      category: 'sofa',
      tags: ['living room'],
      dimensions: { width: 180, unit: 'cm' },
      variants: [
        { variantId: '9001', color: 'Red' },
        { variantId: '9002', color: 'Blue' },
      ],
      assets: [
        whole!,
        { ...red!, color: 'Red' },
        { ...own!, variantIds: ['9001'] },
        detail!,
        { ...blue!, color: 'Blue' },
        fifth!,
      ],
    });
    await keepProduct(platform, store, { productId: '7002', handle: 'no-picture', title: 'No Picture' });
    await keepProduct(platform, store, { productId: '7003', handle: 'sofa', assets: [fifth!] });
    const other = await makeStore(platform, 'other', ['other.example']);
    await keepProduct(platform, other, { productId: '7001', handle: 'linen-sofa', assets: [fifth!] });
  });
  after(() => platform.close());

  const render = async (products: object[], headers = {}) =>
    visualize(platform, account.key, await visualizeBody({ products }), headers);
  const images = async () => [dataUrl(await photo(supplied, 60))];

  /** Widths of the pictures that the model was given for each product of the last render. */
  async function toReferences(renderId: string | null): Promise<number[][]> {
    const { products } = (await platform.database.renders.findById(renderId).lean())!;
    return products.map((product) => product.images.map(({ width }) => width));
  }

  it("renders a catalog product from the merchant's assets and names the store", async () => {
    const { status, body, headers } = await render([{ productUrl }]);
    expect(status, body.message).to.equal(200);
    expect(body.products).to.deep.equal([{ index: 0, fidelity: 'merchant', storeSlug: 'acme' }]);
    expect(await toReferences(headers.get('x-render-id'))).to.deep.equal([[101, 102, 103, 104]]);
    const [seen] = platform.cog.predictions.at(-1)!.input.products;
    expect(seen!.title).to.equal('Linen Sofa');
    expect(seen!.dimensions).to.deep.equal({ width: 180, unit: 'cm' });
    expect(seen!.images).to.have.length(4);
  });

  it("sends the merchant's assets instead of supplied images, the variant's first", async () => {
    const item = { productUrl, variantId: '9001', title: 'Mine', images: await images() };
    const { body, headers } = await render([item]);
    expect(body.products[0]).to.include({ fidelity: 'merchant', storeSlug: 'acme' });
    expect(await toReferences(headers.get('x-render-id'))).to.deep.equal([[103, 102, 101, 104]]);
    const id = headers.get('x-render-id');
    expect(await platform.blobs.list(`renders/${id}/in/`, { limit: 9 })).to.have.length(1);
    const { input } = platform.cog.predictions.at(-1)!;
    expect(input.prompt).to.contain('Mine').and.to.contain('Red');
  });

  for (const [name, item, references] of [
    ['variantId', { productUrl, variantId: 9002 }, [105, 101, 104, 106]],
    [
      'variantId as a gid',
      { productUrl, variantId: 'gid://shopify/ProductVariant/9002' },
      [105, 101, 104, 106],
    ],
    ['the variant of the URL', { productUrl: `${productUrl}?variant=9002` }, [105, 101, 104, 106]],
    [
      'variantId before productId and handle',
      { productUrl: 'https://acme.example/products/sofa', productId: '7003', variantId: '9002' },
      [105, 101, 104, 106],
    ],
    ['productId before handle', { productUrl, productId: '7003' }, [106]],
    ['productId on a page of another kind', { productUrl: 'https://acme.example/', productId: 7003 }, [106]],
    ['handle and color', { productUrl, color: 'blue' }, [105, 101, 104, 106]],
    [
      'an old handle on the platform domain',
      { productUrl: 'https://acme.myshopify.com/fr/products/old-sofa' },
      [101, 102, 103, 104],
    ],
    [
      'the apex of a www host',
      {
        productUrl: 'https://WWW.acme.example:443/collections/all/products/Linen-Sofa.json?utm_source=x#top',
      },
      [101, 102, 103, 104],
    ],
    ['storeSlug and variantId', { storeSlug: 'acme', variantId: '9002' }, [105, 101, 104, 106]],
    [
      'storeSlug and productId beside the URL of another site',
      { storeSlug: 'ACME', productUrl: 'https://blog.example/sofas', productId: '7003' },
      [106],
    ],
    ['its URL before the storeSlug of another', { storeSlug: 'other', productUrl }, [101, 102, 103, 104]],
  ] as const) {
    it(`matches by ${name}`, async () => {
      const { status, body, headers } = await render([item]);
      expect(status, body.message).to.equal(200);
      expect(body.products).to.deep.equal([{ index: 0, fidelity: 'merchant', storeSlug: 'acme' }]);
      expect(await toReferences(headers.get('x-render-id'))).to.deep.equal([references]);
    });
  }

  for (const [name, item] of [
    ['ids without a productUrl', { productId: '7001', variantId: '9001' }],
    [
      'ids with the URL of no merchant',
      { productUrl: 'https://nobody.example/products/linen-sofa', variantId: '9001' },
    ],
    ['a look-alike host', { productUrl: 'https://acme.example.evil.example/products/linen-sofa' }],
    ['a subdomain that is not registered', { productUrl: 'https://shop.acme.example/products/linen-sofa' }],
    ['a user name before another host', { productUrl: 'https://acme.example@evil.example/products/sofa' }],
    ['a product the store does not have', { productUrl: 'https://acme.example/products/chair' }],
    ['a storeSlug that no store has', { storeSlug: 'nobody', variantId: '9001' }],
    [
      "another shop's URL with a handle of the storeSlug's store",
      { storeSlug: 'acme', productUrl: 'https://nobody.example/products/linen-sofa' },
    ],
    ['no product page', { productUrl: 'https://acme.example/pages/products' }],
    ["another store's variant", { productUrl: 'https://other.example/products/chair', variantId: '9001' }],
    ['a catalog product without pictures', { productUrl: 'https://acme.example/products/no-picture' }],
  ] as const) {
    it(`renders ${name} from the supplied images, and rejects it without any`, async () => {
      const { body, headers } = await render([{ ...item, images: await images() }]);
      expect(body.products).to.deep.equal([{ index: 0, fidelity: 'generic' }]);
      expect(await toReferences(headers.get('x-render-id'))).to.deep.equal([[supplied]]);
      const before = await platform.credits(account.id);
      const bare = await render([{ images: await images() }, item]);
      expect([bare.status, bare.body.code]).to.deep.equal([400, 'INVALID_INPUT']);
      expect(bare.body.message).to.match(/^products\[1\]\.images is required: /);
      expect(await platform.credits(account.id)).to.deep.equal(before);
    });
  }

  for (const [item, why] of [
    [{}, 'this product has no productUrl of a catalog merchant'],
    [
      { productUrl: 'https://nobody.example/products/x' },
      'the productUrl of this product does not belong to a catalog merchant',
    ],
    [
      { productUrl: 'https://acme.example/products/chair' },
      'the catalog of acme has no product with this productUrl, productId or variantId',
    ],
    [
      { productUrl: 'https://acme.example/products/no-picture' },
      'the catalog of acme has no image of this product',
    ],
  ] as const) {
    it(`says that ${why}`, async () => {
      const { body } = await render([item]);
      expect(body.message).to.equal(`products[0].images is required: ${why}. Send 1 to 4 https image URLs.`);
    });
  }

  it('mixes merchant and generic products in one render, in the order of the request', async () => {
    const { body, headers } = await render([{ images: await images() }, { productUrl, color: 'Blue' }]);
    expect(body.products).to.deep.equal([
      { index: 0, fidelity: 'generic' },
      { index: 1, fidelity: 'merchant', storeSlug: 'acme' },
    ]);
    expect(await toReferences(headers.get('x-render-id'))).to.deep.equal([[supplied], [105, 101, 104, 106]]);
  });

  it('never fetches the productUrl', async () => {
    let asked = 0;
    const server = createServer((_, res) => {
      asked += 1;
      res.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await makeStore(platform, 'local-shop', ['127.0.0.1']);
    const item = { productUrl: `http://127.0.0.1:${port}/products/linen-sofa`, images: await images() };
    expect((await render([item])).status).to.equal(200);
    server.close();
    expect(asked).to.equal(0);
  });

  it('keeps the catalog when the inputs of a render are deleted', async () => {
    const { headers } = await render([{ productUrl }]);
    const id = headers.get('x-render-id')!;
    await platform.verifyAtRest();
    await platform.database.renders.updateOne({ _id: id }, { $set: { inputsUntil: new Date(0) } });
    const { database, blobs } = platform;
    await purgeImages({ database, blobs });
    expect(await blobs.list(`renders/${id}/in/`, { limit: 9 })).to.deep.equal([]);
    expect(await blobs.list(`catalog/${store}/`, { limit: 9 })).to.have.length(6);
  });

  it('responds to a retry of an Idempotency-Key with the same render after the catalog has changed', async () => {
    const key = { 'idempotency-key': 'merchant-1' };
    const body = await visualizeBody({ products: [{ productUrl: 'https://acme.example/products/sofa' }] });
    const first = await visualize(platform, account.key, body, key);
    await platform.database.products.deleteOne({ productId: '7003' });
    const again = await visualize(platform, account.key, body, key);
    expect(again.headers.get('x-render-id')).to.equal(first.headers.get('x-render-id'));
    expect(again.body.products).to.deep.equal(first.body.products);
  });

  it('keeps every invariant', async () => {
    expect((await platform.verifyAtRest()).problems).to.deep.equal([]);
  });
});
