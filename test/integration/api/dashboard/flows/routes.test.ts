import { expect } from 'chai';
import { findFlow } from '../../../../../shared/flows/flows.ts';
import type { StoreDoc } from '../../../../../shared/stores/store-model.ts';
import { keepAsset, keepProduct } from '../../../../support/catalog/catalog-store.ts';
import { addStore, type Merchant, signUpMember } from '../../../../support/merchants.ts';
import { startPlatform, type TestPlatform } from '../../../../support/platform.ts';

const path = '/dashboard/acme/flows';
const hostile = '<img src=x onerror=alert(1)>';

describe('the flows of a store', () => {
  let platform: TestPlatform;
  let mia: Merchant;
  let store: StoreDoc;

  before(async () => {
    platform = await startPlatform({ workers: 0 });
    mia = await signUpMember(platform, { name: 'Mia', roles: ['merchant'] });
    store = await addStore(platform, { account: mia.account, slug: 'acme', name: 'Acme' });
    const image = await keepAsset(platform, store._id, 'whole', 60);
    const assets = [{ image, source: 'https://cdn.example/x.jpg', variantIds: [] }];
    const keep = (productId: string, title: string, given: object = {}) =>
      keepProduct(platform, store._id, { productId, handle: `the-${productId}`, title, assets, ...given });
    await keep('7001', 'Linen sofa', { categoryPath: ['Living', 'Sofas'] });
    await keep('7002', hostile);
    await keep('7003', 'Sofa without image', { assets: [] });
    const variants = ['Sand', 'Ink', 'Moss'].map((color) => ({
      variantId: `v-${color}`,
      options: [color],
      color,
    }));
    await keep('7004', 'Wool rug', { options: [{ name: 'Color' }], variants });
  });
  after(() => platform.close());

  const step = (index: number, fields: Record<string, string>) =>
    Object.fromEntries(
      Object.entries({
        ...{
          key: `${index + 1}`,
          name: 'Sofa',
          from: 'products',
          minItems: '1',
          maxItems: '1',
          isRequired: 'on',
        },
        ...fields,
      }).map(([name, value]) => [`steps.${index}.${name}`, value]),
    );
  const send = (fields: Record<string, string>, query = '') =>
    mia.visitor.submit(`${path}/edit${query}`, fields, path);
  const read = (id: string) => findFlow(platform.database.flows, store, id);
  const readErrors = (text: string) =>
    [...text.matchAll(/class="field-error"[^>]*>(?:.*?<\/svg>)?([^<]*)</g)].map(([, error]) => error);

  it('are created and changed by a form, as the API has them', async () => {
    const created = await send({
      do: 'save',
      name: 'Furnish',
      id: '',
      ...step(0, { products: '7001,the-7002' }),
    });
    expect(created.location, created.text).to.equal(`${path}/edit?flow=furnish&done=flow`);
    const only = {
      name: 'Sofa',
      source: { products: ['7001', 'the-7002'] },
      required: true,
      minItems: 1,
      maxItems: 1,
    };
    expect((await read('furnish'))?.steps).to.deep.equal([only]);
    const changed = await send(
      {
        do: 'preview',
        name: hostile,
        ...step(0, { from: 'category', category: 'Living>Sofas', isRequired: '' }),
      },
      '?flow=furnish',
    );
    expect(changed.location).to.equal(`${path}/edit?flow=furnish&done=flow&preview=1#preview`);
    const saved = (await read('furnish'))!;
    expect(saved).to.include({ name: hostile, flowId: 'furnish' });
    expect(saved.steps).to.deep.equal([{ ...only, source: { category: 'Living>Sofas' }, required: false }]);
    const { text } = await mia.visitor.get(path);
    expect(text).to.include('&lt;img src=x').and.include('furnish').and.not.include('<img src=x');
    const actions = await platform.database.audit.distinct('action', { 'subject.id': store._id });
    expect(actions).to.include.members(['flow.create', 'flow.save']);
  });

  it('show what they are made of, with a preview and a launcher', async () => {
    const { text } = await mia.visitor.get(`${path}/edit?flow=furnish&preview=1`);
    expect(text).to.include('Living › Sofas (1)').and.include('data-service-flow=');
    expect(text).to.include('src="/embed/acme?embed=1&amp;flow=furnish&amp;consent=denied"');
    expect((await mia.visitor.get(`${path}/edit?flow=none`)).status).to.equal(404);
    const frame = await mia.visitor.get('/embed/acme?embed=1&flow=furnish&consent=denied');
    expect(frame.headers.get('content-security-policy')).to.include("frame-ancestors 'self'");
    const { headers } = await mia.visitor.get(path);
    expect(headers.get('content-security-policy')).to.include("frame-src 'self'");
  });

  it('have variants as items, found by the name of their product or by their own', async () => {
    const search = (words: string) => send({ do: 'search', name: 'New', ...step(0, { search: words }) });
    const all = (await search('rug')).text;
    for (const id of ['7004', '7004:v-Sand', '7004:v-Ink', '7004:v-Moss'])
      expect(all, id).to.include(`value="add:0:${id}"`);
    expect(all).to.include('Wool rug, Ink');
    const ink = (await search('ink rug')).text;
    expect(ink).to.include('value="add:0:7004:v-Ink"').and.not.include('7004:v-Sand');
    const added = await send({ do: 'add:0:7004:v-Ink', name: 'New', ...step(0, {}) });
    expect(added.text).to.include('value="7004:v-Ink"').and.include('aria-label="Remove Wool rug, Ink"');
    const saved = await send({ do: 'save', name: 'Rugs', ...step(0, { products: '7004:v-Ink' }) });
    expect(saved.location, saved.text).to.include('flow=rugs');
    expect((await read('rugs'))!.steps[0]!.source).to.deep.equal({ products: ['7004:v-Ink'] });
    expect((await mia.visitor.submit(`${path}/delete`, { flow: 'rugs' }, path)).status).to.equal(303);
  });

  it('give the focus to the first field with a mistake when they are not saved, and to one only', async () => {
    const readFocused = (text: string) =>
      [...text.matchAll(/<input[^>]* autofocus[^>]*>/g)].map(([tag]) => /name="([^"]+)"/.exec(tag)?.[1]);
    const both = { ...step(0, { products: '7001' }), ...step(1, { name: '', minItems: '9' }) };
    const refused = await send({ do: 'save', name: 'New', ...both });
    expect([refused.status, readFocused(refused.text)]).to.deep.equal([422, ['steps.1.name']]);
    const nameless = await send({ do: 'save', name: '', id: 'x', ...both });
    expect(readFocused(nameless.text)).to.deep.equal(['name']);
    const empty = await send({ do: 'save', name: 'New', ...step(0, { products: '' }) });
    expect(readFocused(empty.text)).to.deep.equal(['steps.0.from']);
    expect(readFocused((await mia.visitor.get(`${path}/edit`)).text)).to.deep.equal([]);
  });

  it('change their draft by buttons, and save nothing by them', async () => {
    const searched = await send({
      do: 'search',
      name: 'New',
      ...step(0, { products: '7001', search: 'sofa' }),
    });
    expect(searched.status).to.equal(200);
    expect(searched.text)
      .to.include('Linen sofa')
      .and.include('Cannot be tried on')
      .and.include('value="add:0:7003"');
    expect(searched.text).to.include('data-changed').and.not.include('value="add:0:7001"');
    const added = await send({ do: 'add:0:7002', name: 'New', ...step(0, { products: '7001' }) });
    expect(added.text).to.include('value="7001,7002"').and.include('The product is added.');
    expect(added.text).not.to.include('<img src=x');
    const moved = await send({
      ...{ do: 'move-step:1:0', name: 'New' },
      ...step(0, { name: 'One' }),
      ...step(1, { name: 'Two', products: 'gone' }),
    });
    const shown = [
      ...moved.text.matchAll(
        /name="steps\.(\d)\.name" value="(\w+)"|value="(\w+)" name="steps\.(\d)\.name"/g,
      ),
    ];
    expect(shown.map(([, , left, right]) => left ?? right)).to.deep.equal(['Two', 'One']);
    expect(moved.text).to.include('Not in the catalog').and.include('The step is number 1 now.');
    expect(await platform.database.flows.countDocuments({ store: store._id })).to.equal(1);
  });

  const sofa = step(0, { products: '7001' });
  const refused: [what: string, fields: Record<string, string>, errors: RegExp[]][] = [
    ['no name', { name: ' ', id: 'x', ...sofa }, [/^Name must not be empty/]],
    ['an id that no address has', { name: 'New', id: 'my flow', ...sofa }, [/^Id must be 1 to 64 letters/]],
    ['a taken id', { name: 'New', id: 'furnish', ...sofa }, [/has a flow furnish already/]],
    ['a step without products', { name: 'New', ...step(0, {}) }, [/^The products must have at least 1 item/]],
    [
      'a step without a category',
      { name: 'New', ...step(0, { from: 'category' }) },
      [/^The category must not be empty/],
    ],
    [
      'a maximum below the minimum',
      { name: 'New', ...step(0, { products: '7001', minItems: '2' }) },
      [/^Maximum must be at least the minimum/],
    ],
    [
      'two steps of one name, and no number',
      {
        name: 'New',
        ...step(0, { products: '7001', minItems: '' }),
        ...step(1, { products: '7002', maxItems: 'x' }),
      },
      [/^Minimum must be a number/, /^This step has the name of an earlier/, /^Maximum must be a number/],
    ],
    [
      'too many items together',
      {
        name: 'New',
        ...step(0, { products: '1', maxItems: '4' }),
        ...step(1, { name: 'B', products: '1', maxItems: '4' }),
      },
      [/^The steps allow 8 items together.*lower the maximum of a step/],
    ],
  ];
  for (const [what, fields, errors] of refused) {
    it(`say beside the field what is wrong: ${what}`, async () => {
      const { status, text } = await send({ do: 'save', ...fields });
      expect(status).to.equal(422);
      const shown = readErrors(text);
      expect(shown).to.have.lengthOf(errors.length);
      for (const [index, error] of errors.entries()) expect(shown[index]).to.match(error);
      expect(text).to.include('The flow is not saved');
      expect(await platform.database.flows.countDocuments({ store: store._id })).to.equal(1);
    });
  }

  it('warn of a step that shoppers do not see', async () => {
    await send({ do: 'save', name: 'Bare', ...step(0, { name: 'Rugs', from: 'tag', tag: 'rug' }) });
    const { text } = await mia.visitor.get(`${path}/edit?flow=bare`);
    expect(text).to.include('The step “Rugs” has no product that can be tried on');
  });

  it('are deleted once', async () => {
    const remove = () => mia.visitor.submit(`${path}/delete`, { flow: 'furnish' }, path);
    expect((await remove()).location).to.equal(`${path}?done=no-flow`);
    expect((await remove()).status).to.equal(404);
    expect(await read('furnish')).to.equal(null);
  });
});
