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

  for (const absent of ['', '  ', '\n', null, 'x'.repeat(201)]) {
    it(`treats a productId or variantId of ${JSON.stringify(absent).slice(0, 12)} as absent`, () => {
      const product = { images: [image], productId: absent, variantId: absent };
      const [read] = parseVisualizeRequest({ sceneImage: image, products: [product] }, new Map()).products;
      expect(read).to.deep.equal({ images: [image], tags: [] });
    });
  }

  it('refuses an id of another type', () => {
    const body = { sceneImage: image, products: [{ images: [image], productId: true }] };
    expect(() => parseVisualizeRequest(body, new Map())).to.throw(
      'products[0].productId must be a platform id',
    );
  });

  it('leaves blank entries of images out, and counts the others', () => {
    const images = [image, '', null, ' ', image, image, image];
    const parse = (given: unknown) =>
      parseVisualizeRequest({ sceneImage: image, products: [{ images: given }] }, new Map()).products[0]!;
    expect(parse(images).images).to.deep.equal([image, image, image, image]);
    expect(parse(['']).images).to.deep.equal([]);
    expect(() => parse([...images, image])).to.throw('products[0].images has too many items: at most 4');
  });

  it('says of a tag that is no text only that', () => {
    for (const tags of [
      ['a', 5],
      ['a', { name: 'a' }],
      ['a', ['a']],
    ]) {
      const body = { sceneImage: image, products: [{ images: [image], tags }] };
      expect(() => parseVisualizeRequest(body, new Map())).to.throw(
        /^products\[0\]\.tags\[1\] must be a string\.$/,
      );
    }
  });

  it('uses the first 50 of any number of tags', () => {
    const tags = ['', null, ...Array.from({ length: 60_000 }, (_, index) => `tag ${index}`)];
    const body = { sceneImage: image, products: [{ images: [image], tags }] };
    const used = parseVisualizeRequest(body, new Map()).products[0]!.tags;
    expect([used.length, used[0], used[49]]).to.deep.equal([50, 'tag 0', 'tag 49']);
  });

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
