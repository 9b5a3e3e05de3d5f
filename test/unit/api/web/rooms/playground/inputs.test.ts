import { expect } from 'chai';
import {
  findMissing,
  fromRequest,
  type Inputs,
  newProduct,
  type ProductInput,
  toRequest,
} from '../../../../../../api/web/rooms/playground/inputs.ts';

const productUrl = 'https://acme.example/products/lamp?variant=9001';
const file = new File(['x'], 'lamp.jpg', { type: 'image/jpeg' });

const inputs = (...products: Partial<ProductInput>[]): Inputs => ({
  scene: 'https://cdn.example/room.jpg',
  products: products.map(newProduct),
});

describe('The form of the playground', () => {
  it('sends a product as a file, as the URL of an image, or as its page alone', () => {
    const given = inputs(
      { title: ' Lamp ', category: 'floor lamp', image: file },
      { title: 'Sofa', image: 'https://cdn.example/sofa.jpg' },
      { productUrl },
      { title: 'Vase', image: file, productUrl },
    );
    const { sceneImage, products } = toRequest(given, (image) => (image === file ? 'file_1' : String(image)));
    expect(sceneImage).to.equal('https://cdn.example/room.jpg');
    expect(products).to.deep.equal([
      { title: 'Lamp', category: 'floor lamp', images: ['file_1'] },
      { title: 'Sofa', images: ['https://cdn.example/sofa.jpg'] },
      { productUrl },
      { title: 'Vase', productUrl, images: ['file_1'] },
    ]);
  });

  it('is filled from a request as it was sent', () => {
    const request = toRequest(inputs({ productUrl }, { title: 'Lamp', image: 'file_1', productUrl }), String);
    expect(toRequest(fromRequest(request), String)).to.deep.equal(request);
  });

  for (const [name, given, field] of [
    ['a scene', { ...inputs({ productUrl }), scene: '' }, 'sceneImage'],
    ['an image or a page', inputs({ productUrl }, { title: 'Lamp' }), 'products[1].images'],
    ['a title beside an image', inputs({ image: file }), 'products[0].title'],
    ['nothing beside a page', inputs({ productUrl }), undefined],
  ] as const)
    it(`asks for ${name} at its field`, () => expect(findMissing(given)?.field).to.equal(field));
});
