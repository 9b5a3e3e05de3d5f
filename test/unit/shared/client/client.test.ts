import { expect } from 'chai';
import { createClient } from '../../../../shared/client/client.ts';
import { getRequestId } from '../../../../shared/client/transport.ts';
import { apiError, fakeApi, json } from '../../../support/fake-api.ts';

const client = (...replies: Parameters<typeof fakeApi>) => {
  const { fetch, received } = fakeApi(...replies);
  return { received, ...createClient({ apiKey: 'service_test_key', baseUrl: 'https://api.example', fetch }) };
};

describe('The client', () => {
  it('reads lists page by page', async () => {
    const page = { renders: [], nextCursor: null };
    const { renders, credits, received } = client(json(200, page), json(200, page), json(200, page));
    expect(await renders.list()).to.deep.equal(page);
    await renders.list({ state: 'failed', limit: 5, cursor: 'abc', from: new Date(0) });
    await credits.ledger({ to: new Date(0) });
    expect(received.map(({ path }) => path)).to.deep.equal([
      '/visualize',
      '/visualize?state=failed&limit=5&cursor=abc&from=1970-01-01T00%3A00%3A00.000Z',
      '/credits/ledger?to=1970-01-01T00%3A00%3A00.000Z',
    ]);
  });

  it('retries a read after a transient failure', async () => {
    const credits = { granted: 1, available: 1, held: 0, spent: 0 };
    const { credits: api, received } = client(apiError(503, 'SERVICE_UNAVAILABLE'), json(200, credits));
    expect(await api.get()).to.deep.equal(credits);
    expect(received).to.have.length(2);
  });

  it('keeps the image of a render that has ended when it is cancelled, and deletes it only by delete', async () => {
    const ended = json(200, { id: 'rnd_1', state: 'succeeded' });
    const { renders, received } = client(ended, ended);
    await renders.cancel('rnd_1');
    await renders.delete('rnd_1');
    expect(received.map(({ method, path }) => `${method} ${path}`)).to.deep.equal([
      'GET /visualize/rnd_1?image=none',
      'DELETE /visualize/rnd_1',
    ]);
  });

  it('keeps an id within its path', async () => {
    const { renders, received } = client(json(200, {}));
    await renders.get('../credits?x', { image: 'url' });
    expect(received[0]!.path).to.equal('/visualize/..%2Fcredits%3Fx?image=url');
  });

  it('uses the global fetch where none is given', async () => {
    const before = globalThis.fetch;
    const { fetch, received } = fakeApi(json(200, {}));
    globalThis.fetch = fetch;
    try {
      await createClient({ apiKey: 'k', baseUrl: 'https://api.example' }).credits.get();
    } finally {
      globalThis.fetch = before;
    }
    expect(received[0]!.path).to.equal('/credits');
  });

  it('refuses a key and an address that cannot be one', () => {
    expect(() => createClient({ apiKey: 'a key\n', baseUrl: 'https://a.example' })).to.throw(
      TypeError,
      /^apiKey/,
    );
    expect(() => createClient({ apiKey: 'k', baseUrl: 'a.example' })).to.throw(TypeError, /^baseUrl/);
  });

  it('yields the entries of all pages', async () => {
    const pages = [
      { renders: [{ id: 'rnd_3' }, { id: 'rnd_2' }], nextCursor: 'next' },
      { renders: [{ id: 'rnd_1' }], nextCursor: null },
    ];
    const { renders, received } = client(...pages.map((page) => json(200, page)));
    const ids: string[] = [];
    for await (const { id } of renders.list({ limit: 2 })) ids.push(id);
    expect(ids).to.deep.equal(['rnd_3', 'rnd_2', 'rnd_1']);
    expect(received.map(({ path }) => path)).to.deep.equal([
      '/visualize?limit=2',
      '/visualize?limit=2&cursor=next',
    ]);
  });

  it('takes key and address from the environment where none are given', async () => {
    const { fetch, received } = fakeApi(json(200, {}));
    process.env.RENDER_API_KEY = 'service_test_environment';
    process.env.RENDER_BASE_URL = 'https://environment.example';
    try {
      await createClient({ fetch }).credits.get();
    } finally {
      delete process.env.RENDER_API_KEY;
      delete process.env.RENDER_BASE_URL;
    }
    expect(received[0]!.headers.get('authorization')).to.equal('Bearer service_test_environment');
    expect(() => createClient()).to.throw(TypeError, /RENDER_API_KEY/);
  });

  it('knows the request that returned an object', async () => {
    const { credits } = client(json(200, { available: 1 }, { 'X-Request-Id': 'req_1' }));
    expect(getRequestId(await credits.get())).to.equal('req_1');
    expect(getRequestId({})).to.equal(undefined);
  });
});
