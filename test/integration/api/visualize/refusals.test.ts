import { expect } from 'chai';
import sharp from 'sharp';
import { errorCatalogue } from '../../../../shared/errors.ts';
import { generateKey } from '../../../../shared/keys/key-format.ts';
import { revokeKey } from '../../../../shared/keys/keys.ts';
import {
  type ApiResult,
  dataUrl,
  photo,
  startPlatform,
  type TestAccount,
  type TestPlatform,
  visualize,
  visualizeBody,
} from '../../../support/platform.ts';
import { pngClaiming } from '../../../unit/shared/images/make-images.ts';

/** Specification "Error object": every failure has it, and nothing beside its fields. */
function expectError(response: ApiResult, status: number, code: keyof typeof errorCatalogue): void {
  expect(response.body, JSON.stringify(response.body)).to.include({
    code,
    error: errorCatalogue[code].error,
  });
  expect(response.status).to.equal(status);
  expect(response.body.message).to.be.a('string').and.not.equal('');
  const fields = ['error', 'code', 'message', 'remaining_credits', 'developers_url'];
  expect(fields).to.include.members(Object.keys(response.body));
  expect(response.headers.get('x-request-id')).to.be.a('string');
}

describe('POST /visualize, refusals', () => {
  let platform: TestPlatform;
  let account: TestAccount;
  let image: string;

  before(async () => {
    platform = await startPlatform({ workers: 0, env: { MAX_BODY_MIB: '20' } });
    account = await platform.account({ credits: 5 });
    image = dataUrl(await photo());
  });
  after(() => platform.close());

  async function refused(body: unknown, field: string): Promise<ApiResult> {
    const response = await visualize(platform, account.key, body);
    expectError(response, 400, 'INVALID_INPUT');
    expect(response.body.message).to.contain(field);
    return response;
  }

  describe('401', () => {
    it('rejects a call without a key, saying how to send one', async () => {
      const response = await fetch(`${platform.url}/visualize`, { method: 'POST', body: '{}' });
      expect(response.status).to.equal(401);
      expect(response.headers.get('www-authenticate')).to.match(/^Bearer/);
      expect(await response.json()).to.include({ code: 'UNAUTHORIZED' });
    });

    for (const [name, key] of [
      ['an unknown key', generateKey('live')],
      ['a mistyped key', `service_live_${'a'.repeat(38)}`],
      ['something else', 'secret'],
    ] as const) {
      it(`refuses ${name}`, async () => {
        const response = await visualize(platform, key, await visualizeBody());
        expectError(response, 401, 'UNAUTHORIZED');
        expect(JSON.stringify(response.body)).not.to.contain(key);
      });
    }

    it('rejects a key from the next request on after it was revoked', async () => {
      const other = await platform.account({ credits: 0 });
      expect((await visualize(platform, other.key, '{}')).status).to.equal(400);
      const { _id } = (await platform.database.keys.findOne({ account: other.id, mode: 'live' }).lean())!;
      await revokeKey(platform.database.keys, _id);
      expectError(await visualize(platform, other.key, '{}'), 401, 'UNAUTHORIZED');
    });
  });

  describe('400, the body as a whole', () => {
    it('rejects broken JSON', async () => {
      expectError(await visualize(platform, account.key, '{"sceneImage": '), 400, 'INVALID_INPUT');
    });
    it('rejects another content type', async () => {
      const response = await visualize(platform, account.key, '{}', { 'content-type': 'text/plain' });
      expectError(response, 400, 'INVALID_INPUT');
      expect(response.body.message).to.contain('application/json');
    });
    it('rejects a body over the limit, and the caller receives the response', async () => {
      const response = await visualize(platform, account.key, `{"a":"${'x'.repeat(21 * 1024 * 1024)}"}`);
      expectError(response, 400, 'INVALID_INPUT');
    });
    for (const body of ['null', '[]', '"text"', '3']) {
      it(`refuses ${body}`, () => refused(body, 'The body must be a JSON object'));
    }
  });

  describe('400, one field', () => {
    const product = () => ({ images: [image] });
    const cases: [string, () => Record<string, unknown>, string][] = [
      ['a missing scene', () => ({ sceneImage: undefined }), 'sceneImage is required'],
      ['a scene that is no string', () => ({ sceneImage: 3 }), 'sceneImage must be a string'],
      ['an http scene', () => ({ sceneImage: 'http://example.com/a.jpg' }), 'sceneImage'],
      ['a file scene', () => ({ sceneImage: 'file:///etc/passwd' }), 'sceneImage must be an https URL'],
      ['a loopback scene', () => ({ sceneImage: 'https://127.0.0.1/a.jpg' }), 'sceneImage'],
      ['missing products', () => ({ products: undefined }), 'products is required'],
      ['no products', () => ({ products: [] }), 'products must have at least 1 item'],
      [
        'seven products',
        () => ({ products: Array.from({ length: 7 }, product) }),
        'products has too many items: at most 6',
      ],
      [
        'five images',
        () => ({ products: [{ images: Array(5).fill(image) }] }),
        'products[0].images has too many items: at most 4',
      ],
      ['products that are no array', () => ({ products: {} }), 'products must be an array'],
      ['a product that is no object', () => ({ products: ['chair'] }), 'products[0] must be a JSON object'],
      [
        'a product without images and productUrl',
        () => ({ products: [product(), { title: 'x' }] }),
        'products[1].images is required',
      ],
      [
        'a productUrl of no catalog merchant without images',
        () => ({ products: [{ productUrl: 'https://nobody.example/products/x' }] }),
        'products[0].images is required',
      ],
      [
        'a productUrl that cannot be parsed, without images',
        () => ({ products: [{ productUrl: 'chair' }] }),
        'products[0].images is required: the productUrl of this product does not belong to a catalog merchant',
      ],
      [
        'a productUrl that is not a string',
        () => ({ products: [{ ...product(), productUrl: 3 }] }),
        'products[0].productUrl must be a string',
      ],
      ['another aspect', () => ({ aspect: '16:9' }), 'aspect must be "auto"'],
      ['an unknown field', () => ({ quality: 'high' }), 'quality is not a known field; remove it.'],
      [
        'a misspelled field',
        () => ({ scene_image: 'https://images.example/a.jpg' }),
        'scene_image is not a known field; remove it, or write sceneImage.',
      ],
      [
        'an unknown product field',
        () => ({ products: [{ ...product(), price: 3 }] }),
        'products[0].price is not a known field',
      ],
      [
        'a title that is no string',
        () => ({ products: [{ ...product(), title: 3 }] }),
        'products[0].title must be a string',
      ],
      [
        'an id that is an object',
        () => ({ products: [{ ...product(), productId: {} }] }),
        'products[0].productId must be a platform id',
      ],
      [
        'tags that are no array',
        () => ({ products: [{ ...product(), tags: 'a' }] }),
        'products[0].tags must be an array',
      ],
      ['broken base64', () => ({ sceneImage: 'data:image/png;base64,a-b_' }), 'sceneImage'],
    ];
    for (const [name, change, message] of cases) {
      it(`refuses ${name}`, async () => {
        const body = { ...(await visualizeBody()), ...change() };
        await refused(body, message);
      });
    }
  });

  describe('400, the images', () => {
    const scene = (bytes: Buffer, type?: string) => visualizeBody({ sceneImage: dataUrl(bytes, type) });

    it('refuses an inline image over 8 MB, and inspects the content of one of exactly that size', async () => {
      const big = Buffer.alloc(8 * 1024 * 1024 + 1, 7);
      await refused(await scene(big), 'sceneImage');
      const response = await refused(await scene(big.subarray(1)), 'sceneImage');
      expect(response.body.message).to.contain('JPEG, PNG');
    });
    it('refuses what is not a JPEG, PNG or WebP, whatever type it declares', async () => {
      const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99"/>');
      await refused(await scene(svg, 'image/png'), 'sceneImage');
      const gif = await sharp(await photo())
        .gif()
        .toBuffer();
      await refused(await scene(gif, 'image/jpeg'), 'sceneImage');
    });
    it('refuses a truncated image', async () => {
      const whole = await sharp(await photo(400, 300))
        .jpeg({ quality: 100 })
        .toBuffer();
      await refused(await scene(whole.subarray(0, whole.length / 2)), 'sceneImage');
    });
    it('names the product image that is wrong', async () => {
      const products = [{ images: [image] }, { images: [image, dataUrl(Buffer.from('no image at all'))] }];
      await refused(await visualizeBody({ products }), 'products[1].images[1]');
    });
    it('refuses a product image with nothing to see', async () => {
      const empty = await sharp({ create: { width: 90, height: 90, channels: 4, background: '#0000' } })
        .png()
        .toBuffer();
      await refused(
        await visualizeBody({ products: [{ images: [dataUrl(empty, 'image/png')] }] }),
        'products[0].images[0]',
      );
    });
    it('refuses an image that would need too much memory, before it is decoded', async () => {
      const claiming = pngClaiming(7000, 7000, { depth: 16, colorType: 6, interlaced: true });
      const products = [{ images: [dataUrl(claiming, 'image/png')] }];
      const { body } = await refused(await visualizeBody({ products }), 'products[0].images[0]');
      expect(body.message).to.contain('784 MB');
    });
    it('leaves no image behind after a refusal', async () => {
      await refused(await scene(Buffer.from('nothing')), 'sceneImage');
      expect(await platform.blobs.list('renders/', { limit: 10 })).to.deep.equal([]);
    });
  });

  describe('402', () => {
    it('rejects an account without credits, with the balance and where to top up', async () => {
      const poor = await platform.account({ credits: 0 });
      const response = await visualize(platform, poor.key, await visualizeBody());
      expectError(response, 402, 'INSUFFICIENT_CREDITS');
      expect(response.body.remaining_credits).to.equal(0);
      expect(response.body.developers_url).to.equal(platform.config.DEVELOPERS_URL);
    });

    it('fetches nothing before it has checked the balance', async () => {
      const poor = await platform.account({ credits: 0 });
      // No name under .invalid can be resolved: fetching it would be 400.
      const body = await visualizeBody({ sceneImage: 'https://images.invalid/scene.jpg' });
      expectError(await visualize(platform, poor.key, body), 402, 'INSUFFICIENT_CREDITS');
      expectError(await visualize(platform, account.key, body), 400, 'INVALID_INPUT');
    });

    const withoutFetching: [string, () => Promise<object>, string][] = [
      ['an http URL', async () => ({ sceneImage: 'http://example.com/a.jpg' }), 'sceneImage'],
      ['a private address', async () => ({ sceneImage: 'https://10.0.0.1/a.jpg' }), 'sceneImage'],
      [
        'inline bytes that are not an image',
        async () => ({ products: [{ images: [dataUrl(Buffer.from('not an image at all'))] }] }),
        'products[0].images[0]',
      ],
      [
        'a large inline file that is not an image',
        async () => ({ sceneImage: dataUrl(Buffer.alloc(400_000, 'x')) }),
        'sceneImage',
      ],
    ];
    for (const [name, change, field] of withoutFetching) {
      it(`rejects ${name} before it checks the balance`, async () => {
        const poor = await platform.account({ credits: 0 });
        const response = await visualize(
          platform,
          poor.key,
          await visualizeBody((await change()) as Record<string, unknown>),
        );
        expectError(response, 400, 'INVALID_INPUT');
        expect(response.body.message).to.include(field);
      });
    }
  });

  describe('429 and the order of checks', () => {
    it('rejects more renders a minute than the account allows, with exact headers', async () => {
      const slow = await platform.account({ credits: 0, limits: { perMinute: 2 } });
      const responses = [];
      const body = await visualizeBody();
      for (let count = 0; count < 3; count += 1) responses.push(await visualize(platform, slow.key, body));
      expect(responses.map((response) => response.headers.get('ratelimit-remaining'))).to.deep.equal([
        '1',
        '0',
        '0',
      ]);
      expectError(responses[2]!, 429, 'RATE_LIMITED');
      expect(Number(responses[2]!.headers.get('retry-after'))).to.be.within(1, 60);
    });

    it('checks 401, then 429, then 400, then 402', async () => {
      const worst = await platform.account({ credits: 0, limits: { perMinute: 1 } });
      expectError(await visualize(platform, generateKey('live'), '{'), 401, 'UNAUTHORIZED');
      expectError(await visualize(platform, worst.key, '{'), 400, 'INVALID_INPUT');
      expectError(await visualize(platform, worst.key, await visualizeBody()), 402, 'INSUFFICIENT_CREDITS');
      expectError(await visualize(platform, worst.key, '{'), 429, 'RATE_LIMITED');
    });

    it('does not count rejected bodies as renders, up to ten times as many', async () => {
      const typing = await platform.account({ credits: 0, limits: { perMinute: 2 } });
      for (let count = 0; count < 20; count += 1) {
        const response = await visualize(platform, typing.key, '{');
        expectError(response, 400, 'INVALID_INPUT');
        expect(response.headers.get('ratelimit-remaining')).to.equal('2');
      }
      expectError(await visualize(platform, typing.key, await visualizeBody()), 402, 'INSUFFICIENT_CREDITS');
      expectError(await visualize(platform, typing.key, '{'), 400, 'INVALID_INPUT');
      expectError(await visualize(platform, typing.key, '{'), 429, 'RATE_LIMITED');
    });
  });

  describe('other paths and methods', () => {
    it('responds with 404 and the Error object, never a page', async () => {
      const response = await fetch(`${platform.url}/nowhere`);
      expect(response.status).to.equal(404);
      expect(await response.json()).to.include({ code: 'NOT_FOUND' });
    });
    it('responds with 405 and the methods that are allowed', async () => {
      const response = await fetch(`${platform.url}/visualize`, { method: 'PUT' });
      expect(response.status).to.equal(405);
      expect(response.headers.get('allow')).to.equal('GET, POST, DELETE');
    });
  });

  it('charged no account for any of these', async () => {
    expect(await platform.credits(account.id)).to.deep.equal({ granted: 5, available: 5, held: 0, spent: 0 });
    expect((await platform.verifyAtRest()).problems).to.deep.equal([]);
  });
});
