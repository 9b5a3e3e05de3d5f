import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import { visualizeInput } from '../../../../api/mcp/visualize-arguments.ts';
import { parseVisualizeRequest } from '../../../../api/visualize/request-schema.ts';

const url = 'https://images.example/a.jpg';
const product = { title: 'Chair', images: [url] };
const request = { sceneImage: url, products: [product] };
const withProduct = (change: object) => ({ ...request, products: [{ ...product, ...change }] });

describe('the input schema of the tool visualize', () => {
  const schema = visualizeInput['~standard'].jsonSchema.input({ target: 'draft-2020-12' });
  const validate = new Ajv2020({ strict: false, formats: { uri: true } }).compile(schema);
  const rulesAccept = (value: unknown) => {
    try {
      return parseVisualizeRequest(value, new Set()) !== undefined;
    } catch {
      return false;
    }
  };

  const accepted: Record<string, unknown> = {
    'a scene and a product': request,
    'every field': withProduct({
      category: 'chair',
      color: 'red',
      tags: ['new'],
      dimensions: { width: 40.5, height: 90, unit: 'in' },
      productUrl: 'https://shop.example/p/1',
      productId: '1',
      variantId: '2',
      storeSlug: 'shop',
    }),
    'six products of four images': { ...request, products: Array(6).fill({ images: Array(4).fill(url) }) },
    'a product without images': { ...request, products: [{ productUrl: 'https://shop.example/p/1' }] },
    'aspect auto': { ...request, aspect: 'auto' },
  };
  const refused: Record<string, unknown> = {
    'no scene': { products: [product] },
    'an empty scene': { ...request, sceneImage: '' },
    'no products': { sceneImage: url },
    'an empty list of products': { ...request, products: [] },
    'seven products': { ...request, products: Array(7).fill(product) },
    'five images': withProduct({ images: Array(5).fill(url) }),
    'an image that is no text': withProduct({ images: [1] }),
    'another aspect': { ...request, aspect: '1:1' },
    'an unknown field': { ...request, scene: url },
    'an unknown field of a product': withProduct({ colour: 'red' }),
    'a size of zero': withProduct({ dimensions: { width: 0 } }),
    'another unit': withProduct({ dimensions: { width: 1, unit: 'm' } }),
    'a title that is no text': withProduct({ title: 1 }),
  };

  for (const [name, value] of Object.entries(accepted))
    it(`accepts ${name}, as the rules of POST /visualize do`, () =>
      expect([validate(value), rulesAccept(value)]).to.deep.equal([true, true]));

  for (const [name, value] of Object.entries(refused))
    it(`refuses ${name}, as the rules of POST /visualize do`, () =>
      expect([validate(value), rulesAccept(value)]).to.deep.equal([false, false]));

  it('has one type a field, and a sentence for each', () => {
    const seen: string[] = [];
    const visit = (part: Record<string, unknown>, path: string) => {
      expect(part.type, path).to.be.a('string');
      for (const [name, inner] of Object.entries((part.properties ?? {}) as Record<string, object>)) {
        seen.push(`${path}.${name}`);
        expect(inner, `${path}.${name}`).to.have.property('description');
        visit(inner as Record<string, unknown>, `${path}.${name}`);
      }
      if (part.items) visit(part.items as Record<string, unknown>, `${path}[]`);
    };
    visit(schema, '');
    expect(seen).to.include.members(['.sceneImage', '.products[].images', '.idempotency_key']);
  });
});
