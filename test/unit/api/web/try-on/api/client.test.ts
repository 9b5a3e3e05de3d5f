import { expect } from 'chai';
import { type Api, createApi } from '../../../../../../api/web/try-on/api/client.ts';
import { RequestFailure } from '../../../../../../api/web/try-on/api/failure.ts';

interface Sent {
  url: string;
  init: RequestInit;
}

function apiOver(responses: (Response | Error)[]): { api: Api; sent: Sent[]; renewed: () => number } {
  const sent: Sent[] = [];
  let token = 'old';
  let renewals = 0;
  const api = createApi({
    base: '/api/try-on/demo',
    token: () => token,
    renewToken: async () => {
      renewals += 1;
      token = 'new';
    },
    fetch: async (url, init) => {
      sent.push({ url: String(url), init: init ?? {} });
      const next = responses.shift() ?? Response.json({});
      if (next instanceof Error) throw next;
      return next;
    },
  });
  return { api, sent, renewed: () => renewals };
}

const toHeaders = ({ init }: Sent) => init.headers as Record<string, string>;
const refusal = (status: number, body: unknown = {}) => Response.json(body, { status });
const getReason = (call: Promise<unknown>) =>
  call.then(
    () => 'none',
    (error: unknown) => (error instanceof RequestFailure ? error.reason : String(error)),
  );

describe('Client of the try-on API', () => {
  it('sends the token with everything but the session', async () => {
    const { api, sent } = apiOver([]);
    await api.session({ visitorId: 'v', anonymousId: null, token: 'old' });
    await api.startRender({ photo: { kind: 'upload', id: 'p' }, items: [] }, 'key-1');
    expect(toHeaders(sent[0]!)).not.to.have.property('Authorization');
    expect(toHeaders(sent[1]!)).to.include({ Authorization: 'Bearer old', 'Idempotency-Key': 'key-1' });
  });

  it('sends a render again, once and under its key, when the connection was lost', async () => {
    const lost = new TypeError('Load failed');
    const look = { photo: { kind: 'upload' as const, id: 'p' } };
    const found = apiOver([lost, Response.json({ id: 'r' })]);
    expect(await found.api.startRender({ ...look, items: [] }, 'key-1')).to.deep.equal({ id: 'r' });
    expect(found.sent.map((sent) => toHeaders(sent)['Idempotency-Key'])).to.deep.equal(['key-1', 'key-1']);
    const gone = apiOver([lost, lost]);
    expect(await getReason(gone.api.startRender({ ...look, items: [] }, 'key-1'))).to.equal('offline');
    expect(gone.sent).to.have.length(2);
    const other = apiOver([lost]);
    expect(await getReason(other.api.render('r'))).to.equal('offline');
    expect(other.sent).to.have.length(1);
  });

  it('leaves out what is not asked of a listing, and encodes ids', async () => {
    const { api, sent } = apiOver([]);
    await api.products({ limit: 24, q: '' });
    await api.product('a/b');
    expect(sent.map(({ url }) => url)).to.deep.equal([
      '/api/try-on/demo/products?limit=24',
      '/api/try-on/demo/products/a%2Fb',
    ]);
  });

  it('renews a token once when it is not accepted, and retries the request with the new one', async () => {
    const { api, sent, renewed } = apiOver([refusal(401), Response.json({ id: 'r' })]);
    expect(await api.render('r')).to.deep.equal({ id: 'r' });
    expect(toHeaders(sent[1]!)).to.include({ Authorization: 'Bearer new' });
    const twice = apiOver([refusal(401), refusal(401)]);
    expect(await getReason(twice.api.render('r'))).to.equal('unavailable');
    expect([renewed(), twice.renewed()]).to.deep.equal([1, 1]);
  });

  it('does not renew by the request that renews', async () => {
    const { api, renewed } = apiOver([refusal(401)]);
    await getReason(api.session({ visitorId: null, anonymousId: null, token: null }));
    expect(renewed()).to.equal(0);
  });

  const reasons: [string, Response | Error, string][] = [
    ['the reason that the body names', refusal(400, { reason: 'photo_too_dark' }), 'photo_too_dark'],
    ['unavailable for a reason it does not know', refusal(400, { reason: 'new_one' }), 'unavailable'],
    ['no credits for a bare 402', refusal(402), 'insufficient_credits'],
    ['too large for a 413 of a proxy', new Response('<html>', { status: 413 }), 'photo_too_large'],
    ['too fast for a bare 429', refusal(429), 'rate_limited'],
    ['unavailable for a page of a proxy', new Response('<html>', { status: 502 }), 'unavailable'],
    ['offline without a response', new TypeError('fetch failed'), 'offline'],
    ['timeout when none came in time', new DOMException('late', 'TimeoutError'), 'timeout'],
  ];
  for (const [what, response, reason] of reasons) {
    it(`reports ${what}`, async () => {
      expect(await getReason(apiOver([response]).api.deletePhoto('p'))).to.equal(reason);
    });
  }
});
