import { expect } from 'chai';
import { parseVisualizeRequest } from '../../../../api/visualize/request-schema.ts';

const image = 'https://shop.example/chair.jpg';

describe('the body of POST /visualize', () => {
  it('treats null in an optional field as absent', () => {
    const absent = {
      title: null,
      category: null,
      color: null,
      tags: null,
      dimensions: null,
      productUrl: null,
      storeSlug: null,
      productId: null,
      variantId: null,
    };
    const request = { sceneImage: image, products: [{ images: [image], ...absent }], aspect: null };
    expect(parseVisualizeRequest(request, new Map())).to.deep.equal({
      sceneImage: image,
      products: [{ images: [image], tags: [] }],
      aspect: 'auto',
    });
    const bare = parseVisualizeRequest({ sceneImage: image, products: [{ images: null }] }, new Map());
    expect(bare.products).to.deep.equal([{ images: [], tags: [] }]);
  });

  for (const productUrl of [
    'HTTPS://ACME.example/products/sofa',
    ' https://acme.example/products/sofa\n',
    'https://bücher.example/products/für-dich',
    'https://acme.example/products/sofa?a=b|c&d[]=1&e={f}',
    'chair',
  ]) {
    it(`accepts ${JSON.stringify(productUrl)} as a productUrl`, () => {
      const body = { sceneImage: image, products: [{ images: [image], productUrl }] };
      expect(parseVisualizeRequest(body, new Map()).products[0]).to.include({ productUrl });
    });
  }

  it('takes an image URL without the spaces around it', () => {
    const body = { sceneImage: ` ${image}\n`, products: [{ images: [image] }] };
    expect(parseVisualizeRequest(body, new Map()).sceneImage).to.equal(image);
  });

  it('says what is missing of base64 without a prefix', () => {
    const body = { sceneImage: '/9j/4AAQSkZJRg'.padEnd(9_000, 'AB'), products: [{ images: [image] }] };
    expect(() => parseVisualizeRequest(body, new Map())).to.throw(
      'sceneImage looks like base64 without its prefix; put data:image/jpeg;base64,',
    );
  });

  it('requires a scene and products, null or not', () => {
    const parse = () => parseVisualizeRequest({ sceneImage: null, products: null }, new Map());
    expect(parse).to.throw('sceneImage is required. products is required.');
  });
});
