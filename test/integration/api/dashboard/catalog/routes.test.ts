import { expect } from 'chai';
import type { CatalogAsset, ProductDoc } from '../../../../../shared/catalog/product-model.ts';
import type { StoreDoc } from '../../../../../shared/stores/store-model.ts';
import { keepAsset, keepProduct } from '../../../../support/catalog/catalog-store.ts';
import { addStore, type Merchant, signUpMember } from '../../../../support/merchants.ts';
import { startPlatform, type TestPlatform } from '../../../../support/platform.ts';

const hostile = '<img src=x onerror=alert(1)>';
const sha256 = 'a'.repeat(64);

describe('the catalog of a store', () => {
  let platform: TestPlatform;
  let mia: Merchant;
  let store: StoreDoc;

  before(async () => {
    platform = await startPlatform({ workers: 0 });
    mia = await signUpMember(platform, { name: 'Mia', roles: ['merchant'] });
    store = await addStore(platform, { account: mia.account, slug: 'acme', name: 'Acme' });
    await addStore(platform, { account: mia.account, slug: 'empty' });
    const image = await keepAsset(platform, store._id, sha256, 60);
    const assets: CatalogAsset[] = [{ image, source: 'https://cdn.example/sofa.jpg', variantIds: ['v-1'] }];
    await keep('sofa', {
      ...{
        title: 'Linen sofa',
        currency: 'EUR',
        url: '/products/sofa',
        categoryPath: ['Living', 'Sofas'],
        assets,
      },
      options: [{ name: 'Color', values: [{ value: hostile }, { value: 'Green' }] }],
      variants: [
        { variantId: 'v-1', options: [hostile], price: 129_900, compareAtPrice: 149_900 },
        { variantId: 'v-2', options: ['Green'], price: 119_950, available: false },
      ],
    });
    await keep('lamp/1', { title: hostile, missingAssets: 2 });
    for (let index = 0; index < 60; index++) await keep(`rug-${index}`, { title: `Rug ${index}` });
  });
  after(() => platform.close());

  const keep = (productId: string, given: Partial<ProductDoc>) =>
    keepProduct(platform, store._id, { productId, handle: productId, ...given });
  const get = (query = '', slug = 'acme') => mia.visitor.get(`/dashboard/${slug}/catalog${query}`);
  const getProduct = (id: string) => get(`/product?${new URLSearchParams({ id })}`);

  it('lists its products with image, price and what cannot be rendered', async () => {
    const { text } = await get('?q=sofa');
    expect(text).to.include('1 product for “sofa”').and.include('Linen sofa').and.include('from €1,199.50');
    expect(text).to.include(`/media/acme/${sha256}/160.webp`).and.include('Can be tried on');
    expect(text).to.include('Living › Sofas');
    const lamp = await get('?q=onerror');
    expect(lamp.text).to.include('Cannot be rendered: no image').and.not.include('<img src=x');
  });

  it('shows fifty at a time', async () => {
    const first = await get();
    expect(first.text).to.include('62 products');
    const next = /href="([^"]+)"[^>]*><span class="button-label">Show more/.exec(first.text)![1]!;
    const second = await mia.visitor.get(next.replaceAll('&amp;', '&'));
    expect(second.text.match(/class="row-link"/g)).to.have.length(12);
    expect(second.text).not.to.include('Show more');
    expect((await get('?cursor=nonsense')).status).to.equal(400);
  });

  it('shows a product with its images, variants and prices', async () => {
    const { text } = await getProduct('sofa');
    expect(text).to.include('€1,299').and.include('€1,499').and.include('€1,199.50');
    expect(text).to.include('href="https://acme.example/products/sofa"').and.include('Sold out');
    expect(text).to.include('alt="Image 1"').and.include('&lt;img src=x').and.not.include('<img src=x');
    expect(text).not.to.include('cannot be rendered');
  });

  it('says why a product cannot be rendered', async () => {
    expect((await getProduct('lamp/1')).text).to.include(
      'This product cannot be rendered because 2 images could not be fetched.',
    );
    expect((await getProduct('rug-1')).text).to.include('because the import has no image of it');
    expect((await getProduct('none')).status).to.equal(404);
  });

  it('says what to do when it is empty, and when nothing is found', async () => {
    expect((await get('', 'empty')).text).to.include('The catalog is empty.');
    expect((await get('?q=zeppelin')).text).to.include('No product has these words.');
  });
});
