import { expect } from 'chai';
import { collectReferences, fingerprint } from '../../../../api/visualize/image-references.ts';
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

function toFingerprint(product: ProductItem): string {
  const request: VisualizeRequest = { sceneImage: image, products: [product], aspect: 'auto' };
  return fingerprint(request, collectReferences(request, new Map()));
}

describe('the fingerprint of a request', () => {
  it('is equal however the fields are ordered and whether empty ones are written', () => {
    const turned = Object.fromEntries(Object.entries(item).toReversed()) as unknown as ProductItem;
    expect(toFingerprint(turned)).to.equal(toFingerprint(item));
    const bare = { tags: [], images: [image] };
    expect(toFingerprint({ title: '', color: '', ...bare })).to.equal(toFingerprint(bare));
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
      expect(toFingerprint({ tags: [], images: [], ...rest })).not.to.equal(toFingerprint(item));
    });
  }
});

describe('a short data URL', () => {
  const decoded = (sceneImage: string) => {
    const request: VisualizeRequest = { sceneImage, products: [], aspect: 'auto' };
    const { scene } = collectReferences(request, new Map());
    return scene.kind === 'inline' ? scene.data.toString() : scene.kind;
  };

  for (const [name, url] of [
    ['padded', 'data:image/png;base64,QUJDRA=='],
    ['unpadded', 'data:image/png;base64,QUJDRA'],
    ['with line breaks', 'data:image/png;base64,QUJD\r\nRA==\n'],
    ['with a space after the comma', 'data:image/png;base64, QUJDRA=='],
    ['percent-encoded', 'data:image/png;base64,QUJDRA%3D%3D'],
    ['of any media type', 'DATA:application/x-photo;name=a.png;BASE64,QUJDRA=='],
  ] as const) {
    it(`is decoded ${name}`, () => expect(decoded(url)).to.equal('ABCD'));
  }

  for (const [name, url, problem] of [
    [
      'without base64',
      'data:image/png,%89PNG',
      'sceneImage is not a base64 data URL; send data:image/png;base64,',
    ],
    [
      'with letters of another alphabet',
      'data:image/png;base64,QUJD\u0141AA',
      'sceneImage is not valid base64',
    ],
    ['of base64url', 'data:image/png;base64,a-b_', 'sceneImage is not valid base64'],
    ['cut off', 'data:image/png;base64,QUJDR', 'sceneImage is not valid base64'],
  ] as const) {
    it(`is refused ${name}`, () => expect(() => decoded(url)).to.throw(problem));
  }
});
