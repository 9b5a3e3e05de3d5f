import { expect } from 'chai';
import { chooseProduct, type Match, referenceAssets, wantedKeys } from '../../../../shared/catalog/match.ts';
import {
  type CatalogAsset,
  type ProductDoc,
  productDocId,
  productKeys,
} from '../../../../shared/catalog/product-model.ts';

function asset(name: string, shown: { variantIds?: string[]; color?: string } = {}): CatalogAsset {
  const image = { blob: `catalog/s/${name}`, mime: 'image/jpeg' as const, width: 9, height: 9, bytes: 9 };
  return { image, source: `https://cdn.example/${name}.jpg`, variantIds: [], ...shown };
}

function product(productId: string, change: Partial<ProductDoc> = {}): ProductDoc {
  const made = {
    _id: productDocId('s', productId),
    store: 's',
    productId,
    handle: `handle-${productId}`,
    handleHistory: [],
    tags: [],
    variants: [],
    assets: [],
    digest: '',
    missingAssets: 0,
    revision: 1,
    createdAt: new Date(0),
    updatedAt: new Date(Number(productId)),
    ...change,
  };
  return { ...made, keys: productKeys(made) };
}

const red = { variantId: '11', color: 'Red' };
const blue = { variantId: '12', color: 'Blue' };
const names = (match: Match, color?: string) =>
  referenceAssets(match, color).map(({ blob }) => blob.split('/').at(-1));

describe('choosing a catalog product', () => {
  const byVariant = product('1', { variants: [red] });
  const byId = product('2');
  const byHandle = product('3', { handle: 'Sofa' });
  const byOldHandle = product('4', { handleHistory: ['sofa', 'couch'] });
  const all = [byOldHandle, byHandle, byId, byVariant];

  for (const [wanted, found, by] of [
    [{ variantIds: ['11'], productId: '2', handle: 'sofa' }, byVariant, 'variantId'],
    [{ variantIds: ['99'], productId: '2', handle: 'sofa' }, byId, 'productId'],
    [{ variantIds: ['99', '11'], productId: '2' }, byVariant, 'variantId'],
    [{ variantIds: [], productId: '99', handle: 'sofa' }, byHandle, 'handle'],
    [{ variantIds: [], handle: 'SOFA' }, byHandle, 'handle'],
    [{ variantIds: [], handle: 'couch' }, byOldHandle, 'handle'],
    [{ variantIds: [], handle: 'chair' }, undefined, undefined],
    [{ variantIds: [] }, undefined, undefined],
    // An id is compared with ids of its own kind only.
    [{ variantIds: ['2'], productId: '11' }, undefined, undefined],
  ] as const) {
    it(`finds ${JSON.stringify(wanted)} by ${by}`, () => {
      const match = chooseProduct(all, { ...wanted, variantIds: [...wanted.variantIds] });
      expect([match?.product.productId, match?.by]).to.deep.equal([found?.productId, by]);
    });
  }

  it('takes the newer of two products that had the same handle', () => {
    const older = product('5', { handleHistory: ['stool'] });
    const newer = product('6', { handleHistory: ['stool'] });
    for (const order of [
      [older, newer],
      [newer, older],
    ]) {
      expect(chooseProduct(order, { variantIds: [], handle: 'stool' })?.product).to.equal(newer);
    }
  });

  it('indexes a product under its ids, its handle and every former one, each once', () => {
    const filed = product('7', { handle: 'New', handleHistory: ['old', 'NEW'], variants: [red, blue] });
    expect(filed.keys).to.deep.equal(['p:7', 'h:new', 'h:old', 'v:11', 'v:12']);
    expect(wantedKeys({ variantIds: ['11'], productId: '7', handle: 'Old' })).to.deep.equal([
      'v:11',
      'p:7',
      'h:old',
    ]);
  });
});

describe('choosing reference assets', () => {
  const assets = [
    asset('whole'),
    asset('blue', { color: 'Blue' }),
    asset('red-other', { variantIds: ['13'], color: 'Red' }),
    asset('detail'),
    asset('red-own', { variantIds: ['11'], color: 'Red' }),
    asset('red', { color: 'red' }),
  ];
  const sofa = product('1', { variants: [red, blue], assets });
  const match: Match = { product: sofa, by: 'handle' };

  it("sends the variant's first, then its color's, then the product's, at most four", () => {
    expect(names({ ...match, variant: red })).to.deep.equal(['red-own', 'red-other', 'red', 'whole']);
    expect(names({ ...match, variant: blue })).to.deep.equal(['blue', 'whole', 'detail']);
  });

  it('uses the color of the request where no variant was named', () => {
    expect(names(match, ' RED ')).to.deep.equal(['red-other', 'red-own', 'red', 'whole']);
    expect(names(match, 'green')).to.deep.equal(['whole', 'detail']);
  });

  it('prefers the variant to the color of the request', () => {
    expect(names({ ...match, variant: blue }, 'red')[0]).to.equal('blue');
  });

  it("keeps the merchant's order where no variant is named", () => {
    expect(names(match)).to.deep.equal(['whole', 'blue', 'red-other', 'detail']);
  });

  it('never shows another color, and another variant only where nothing matches better', () => {
    const onlyBlue = product('2', { assets: [asset('blue', { color: 'Blue' })] });
    expect(names({ product: onlyBlue, by: 'handle' }, 'Red')).to.deep.equal([]);
    const small = { variantId: '21' };
    const sized = product('3', { variants: [small], assets: [asset('large', { variantIds: ['22'] })] });
    expect(names({ product: sized, by: 'variantId', variant: small })).to.deep.equal(['large']);
    const both = { ...sized, assets: [...sized.assets, asset('whole')] };
    expect(names({ product: both, by: 'variantId', variant: small })).to.deep.equal(['whole']);
  });

  it('compares colors without case, accents and spacing', () => {
    const beige = product('4', { assets: [asset('beige', { color: 'Béige  Clair' })] });
    expect(names({ product: beige, by: 'handle' }, 'beige-clair')).to.deep.equal(['beige']);
  });

  it('sends one image once', () => {
    const twice = product('5', { assets: [asset('same'), asset('same', { color: 'Red' })] });
    expect(names({ product: twice, by: 'handle' })).to.deep.equal(['same']);
  });
});
