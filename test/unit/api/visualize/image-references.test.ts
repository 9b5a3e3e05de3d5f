import { expect } from 'chai';
import { fingerprint, referencesOf } from '../../../../api/visualize/image-references.ts';
import type { ProductItem, VisualizeRequest } from '../../../../api/visualize/request-schema.ts';
import { descriptorNames } from '../../../../shared/renders/product-descriptor.ts';

const image = 'https://shop.example/chair.jpg';
const item: ProductItem = {
  title: 'Oak chair',
  category: 'chair',
  color: 'black',
  tags: ['oak'],
  dimensions: { width: 45, unit: 'cm' },
  images: [image],
  productUrl: 'https://shop.example/products/chair',
  storeSlug: 'shop',
  productId: '1',
  variantId: '2',
};

function fingerprintOf(product: ProductItem): string {
  const request: VisualizeRequest = { sceneImage: image, products: [product], aspect: 'auto' };
  return fingerprint(request, referencesOf(request, new Map()));
}

describe('the fingerprint of a request', () => {
  it('is equal however the fields are ordered and whether empty ones are written', () => {
    const turned = Object.fromEntries(Object.entries(item).toReversed()) as unknown as ProductItem;
    expect(fingerprintOf(turned)).to.equal(fingerprintOf(item));
    const bare = { tags: [], images: [image] };
    expect(fingerprintOf({ title: '', color: '', ...bare })).to.equal(fingerprintOf(bare));
  });

  for (const name of [
    ...descriptorNames,
    'images',
    'productUrl',
    'storeSlug',
    'productId',
    'variantId',
  ] as const) {
    it(`covers ${name}`, () => {
      const { [name]: _left, ...rest } = item;
      expect(fingerprintOf({ tags: [], images: [], ...rest })).not.to.equal(fingerprintOf(item));
    });
  }
});
