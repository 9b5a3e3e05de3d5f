import { expect } from 'chai';
import sharp from 'sharp';
import {
  call,
  dataUrl,
  photo,
  startPlatform,
  type TestAccount,
  type TestPlatform,
  visualize,
  visualizeBody,
} from '../../../support/platform.ts';

describe('POST /visualize, a successful render', () => {
  let platform: TestPlatform;
  let account: TestAccount;

  before(async () => {
    platform = await startPlatform();
    account = await platform.account({ credits: 50 });
  });
  after(() => platform.close());

  it('responds with 200, image, products and usage of the specification, and nothing else', async () => {
    const { status, body, headers } = await visualize(platform, account.key, await visualizeBody());
    expect(status).to.equal(200);
    expect(body).to.have.all.keys('image', 'products', 'usage');
    expect(body.image).to.match(/^data:image\/png;base64,[A-Za-z0-9+/]+=*$/);
    expect(body.products).to.deep.equal([{ index: 0, fidelity: 'generic' }]);
    expect(body.usage).to.deep.equal({ credits: 1, balance: (await platform.credits(account.id)).available });
    expect(headers.get('content-type')).to.match(/^application\/json/);
  });

  it('gives one product result per product, in the order of the request', async () => {
    const images = [dataUrl(await photo(40, 40))];
    const products = Array.from({ length: 6 }, (_, at) => ({ title: `Product ${at}`, images }));
    const { status, body } = await visualize(platform, account.key, await visualizeBody({ products }));
    expect(status).to.equal(200);
    expect(body.products.map((product: { index: number }) => product.index)).to.deep.equal([
      0, 1, 2, 3, 4, 5,
    ]);
  });

  it('takes six products with as many and as long tags as a shop platform allows', async () => {
    const images = [dataUrl(await photo(40, 40))];
    const tags = Array.from({ length: 250 }, (_, at) => `${at}`.padEnd(255, 'x'));
    const products = Array.from({ length: 6 }, () => ({ images, tags }));
    const { status } = await visualize(platform, account.key, await visualizeBody({ products }));
    expect(status).to.equal(200);
    expect(platform.cog.predictions.at(-1)!.input.prompt).to.contain('x'.repeat(190));
  });

  it('keeps the aspect of the scene and its size up to 2048 pixels', async () => {
    const sceneImage = dataUrl(await photo(300, 200));
    const { body } = await visualize(
      platform,
      account.key,
      await visualizeBody({ sceneImage, aspect: 'auto' }),
    );
    const png = Buffer.from(body.image.split(',')[1], 'base64');
    const { format, width, height } = await sharp(png).metadata();
    expect({ format, width, height }).to.deep.equal({ format: 'png', width: 300, height: 200 });
  });

  it('turns a scene upright that the camera took sideways', async () => {
    const sideways = await sharp(await photo(300, 200))
      .withExif({ IFD0: { Orientation: '6' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const { body } = await visualize(
      platform,
      account.key,
      await visualizeBody({ sceneImage: dataUrl(sideways) }),
    );
    const { width, height } = await sharp(Buffer.from(body.image.split(',')[1], 'base64')).metadata();
    expect([width, height]).to.deep.equal([200, 300]);
  });

  it('sends the cost in headers as well, with request id, render id, limits and timings', async () => {
    const { headers, body } = await visualize(platform, account.key, await visualizeBody(), {
      'x-request-id': 'mine-1',
    });
    expect(headers.get('x-request-id')).to.equal('mine-1');
    expect(headers.get('x-render-id')).to.match(/^rnd_/);
    expect(headers.get('x-credits-used')).to.equal('1');
    expect(headers.get('x-credits-remaining')).to.equal(String(body.usage.balance));
    expect(headers.get('ratelimit-limit')).to.equal('100000');
    expect(Number(headers.get('ratelimit-remaining'))).to.be.lessThan(100000);
    expect(Number(headers.get('ratelimit-reset'))).to.be.within(1, 60);
    expect(headers.get('server-timing'))
      .to.match(/intake;dur=\d+/)
      .and.to.match(/provider;dur=\d+/);
  });

  it('creates a request id where the caller sends none, or one that could harm a log', async () => {
    for (const sent of [{}, { 'x-request-id': 'a b\tc' }]) {
      const { headers } = await visualize(
        platform,
        account.key,
        await visualizeBody(),
        sent as Record<string, string>,
      );
      expect(headers.get('x-request-id')).to.match(/^req_/);
    }
  });

  it('responds with the PNG itself to a caller that accepts image/png', async () => {
    const response = await fetch(`${platform.url}/visualize`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${account.key}`,
        'content-type': 'application/json',
        accept: 'image/png',
      },
      body: JSON.stringify(await visualizeBody()),
    });
    const png = Buffer.from(await response.arrayBuffer());
    expect(response.headers.get('content-type')).to.equal('image/png');
    expect(response.headers.get('content-length')).to.equal(String(png.length));
    expect(response.headers.get('x-credits-used')).to.equal('1');
    expect((await sharp(png).metadata()).format).to.equal('png');
  });

  it('sends an exact Content-Length instead of chunks', async () => {
    const { headers, body } = await visualize(platform, account.key, await visualizeBody());
    expect(headers.get('content-length')).to.equal(String(JSON.stringify(body).length));
    expect(headers.get('transfer-encoding')).to.equal(null);
  });

  it('charges exactly one credit', async () => {
    const before = await platform.credits(account.id);
    await visualize(platform, account.key, await visualizeBody());
    const after = await platform.credits(account.id);
    expect(after).to.deep.equal({ ...before, available: before.available - 1, spent: before.spent + 1 });
  });

  it('renders with a test key without a charge, and reports 0 credits', async () => {
    const before = await platform.credits(account.id);
    const asked = platform.cog.predictions.length;
    const sceneImage = dataUrl(await photo(320, 240));
    const { status, body } = await visualize(platform, account.testKey, await visualizeBody({ sceneImage }));
    expect(status).to.equal(200);
    expect(body.usage).to.deep.equal({ credits: 0, balance: before.available });
    expect(await platform.credits(account.id)).to.deep.equal(before);
    expect(platform.cog.predictions.length, 'a test key must not reach a paid provider').to.equal(asked);
  });

  it('reads ids sent as numbers or Shopify gids, and every descriptive field', async () => {
    const product = {
      title: 'Tee',
      category: 'tops',
      images: [dataUrl(await photo(50, 50))],
      productUrl: 'https://shop.example/products/tee',
      productId: 632910392,
      variantId: 'gid://shopify/ProductVariant/808950810',
      color: 'red',
      tags: ['cotton', 'summer'],
      dimensions: { width: 50, height: 70.5 },
    };
    const { status, headers } = await visualize(
      platform,
      account.key,
      await visualizeBody({ products: [product] }),
    );
    expect(status).to.equal(200);
    const seen = platform.cog.predictions.at(-1)!.input;
    const { title, category, color, tags } = product;
    const described = { title, category, color, tags, dimensions: { width: 50, height: 70.5, unit: 'cm' } };
    expect(seen.products[0]).to.deep.equal({ ...described, images: [0] });
    expect(seen.prompt).to.contain('red').and.to.contain('"70.5 cm high"');
    const kept = await platform.database.renders.findById(headers.get('x-render-id')).lean();
    expect(kept!.products[0]).to.deep.include(described);
  });

  it('saves byte-identical images once per render', async () => {
    const same = dataUrl(await photo(64, 64));
    const products = [{ images: [same, same] }, { images: [same] }];
    const { headers } = await visualize(platform, account.key, await visualizeBody({ products }));
    const blobs = await platform.blobs.list(`renders/${headers.get('x-render-id')}/in/`, { limit: 10 });
    expect(blobs).to.have.length(2); // scene and product
  });

  it('shows the render to its owner afterwards, and to no other account', async () => {
    const { headers, body } = await visualize(platform, account.key, await visualizeBody());
    const id = headers.get('x-render-id');
    const own = await call(platform, 'GET', `/visualize/${id}`, account.key);
    expect(own.status).to.equal(200);
    expect(own.body).to.include({ id, state: 'succeeded', image: body.image });
    const other = await platform.account();
    const foreign = await call(platform, 'GET', `/visualize/${id}`, other.key);
    expect(foreign.status).to.equal(404);
    expect(foreign.body.code).to.equal('NOT_FOUND');
  });

  it('keeps every invariant', async () => {
    expect((await platform.verifyAtRest()).problems).to.deep.equal([]);
  });
});
