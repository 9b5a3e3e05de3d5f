import { expect } from 'chai';
import { dayMs } from '../../../../shared/time.ts';
import {
  type ApiResult,
  call,
  eventually,
  startPlatform,
  type TestAccount,
  type TestPlatform,
  visualize,
  visualizeBody,
} from '../../../support/platform.ts';

describe('the request log', () => {
  let platform: TestPlatform;
  let account: TestAccount;
  before(async () => {
    platform = await startPlatform({ env: { BASE_URL: 'https://api.example' } });
    account = await platform.account({ credits: 1 });
  });
  after(() => platform.close());

  const logged = async (id: string): Promise<ApiResult> => {
    let found: ApiResult | undefined;
    await eventually(async () => {
      found = await call(platform, 'GET', `/requests/${encodeURIComponent(id)}`, account.key);
      return found.status === 200;
    });
    return found!;
  };

  it('has a render with its id, and a retry of its Idempotency-Key as such', async () => {
    const body = await visualizeBody();
    const headers = { 'Idempotency-Key': 'k1' };
    const first = await visualize(platform, account.key, body, { ...headers, 'X-Request-Id': 'first' });
    await visualize(platform, account.key, body, { ...headers, 'X-Request-Id': 'again/1' });
    const renderId = first.headers.get('x-render-id');
    const { body: entry } = await logged('first');
    expect(entry).to.include({ method: 'POST', path: '/visualize', status: 200, mode: 'live', renderId });
    expect(entry.ms).to.be.greaterThan(0);
    expect(entry).not.to.have.any.keys('code', 'replayed', '_id', 'account', 'keepUntil');
    expect((await logged('again/1')).body).to.include({ renderId, replayed: true });
  });

  it('has refused calls with their field, and their response names the page of the entry', async () => {
    const refused = await visualize(platform, account.key, { products: [] }, { 'X-Request-Id': 'bad 1?' });
    const id = refused.headers.get('x-request-id')!;
    expect(refused.headers.get('x-request-log')).to.equal(`https://api.example/developers/requests/${id}`);
    const { body } = await logged(id);
    expect(body).to.include({
      status: 400,
      code: 'INVALID_INPUT',
      field: refused.headers.get('x-error-field'),
    });
    expect(body.message).to.equal(refused.body.message);
    const poor = await visualize(platform, account.key, await visualizeBody());
    expect(poor.status).to.equal(402);
    expect((await logged(poor.headers.get('x-request-id')!)).body).to.include({
      code: 'INSUFFICIENT_CREDITS',
    });
  });

  it('has the calls of a revoked key, and none of a key that does not exist', async () => {
    const other = await platform.account();
    const { _id } = (await platform.database.keys.findOne({ account: other.id, mode: 'test' }).lean())!;
    await platform.database.keys.updateOne({ _id }, { $set: { revokedAt: new Date() } });
    const refused = await call(platform, 'GET', '/credits', other.testKey);
    expect([refused.status, refused.headers.has('x-request-log')]).to.deep.equal([401, true]);
    await eventually(async () => (await platform.database.requests.countDocuments({ keyId: _id })) === 1);
    const unknown = await call(platform, 'GET', '/credits', 'service_live_none');
    expect([unknown.status, unknown.headers.has('x-request-log')]).to.deep.equal([401, false]);
  });

  it('groups the refused calls of the last hour by their cause', async () => {
    const other = await platform.account();
    const none = { ...(await visualizeBody()), aspect: 'square' };
    for (const body of [none, { products: [] }, none]) await visualize(platform, other.key, body);
    const causes = async () => (await call(platform, 'GET', '/requests/causes', other.key)).body.causes;
    await eventually(async () => (await causes())[0]?.count === 2);
    const [first] = await causes();
    expect(first).to.include({ status: 400, code: 'INVALID_INPUT', field: 'aspect' });
    expect(first.message).to.include('aspect');
  });

  it('lists calls in pages, newest first, by outcome, code and key', async () => {
    const list = async (query: string) =>
      (await call(platform, 'GET', `/requests?limit=2&${query}`, account.key)).body;
    const first = await list('outcome=failed');
    const second = await list(`outcome=failed&cursor=${first.nextCursor}`);
    const times = [...first.requests, ...second.requests].map(({ at }) => at);
    expect(times).to.deep.equal([...times].sort().reverse());
    expect([...first.requests, ...second.requests].every(({ status }) => status >= 400)).to.equal(true);
    const poor = (await list('code=INSUFFICIENT_CREDITS')).requests;
    expect(poor.map(({ code }: { code: string }) => code)).to.deep.equal(['INSUFFICIENT_CREDITS']);
    expect((await list('key=key_none')).requests).to.deep.equal([]);
  });

  it('belongs to its account, and a test key reads the calls of test keys', async () => {
    const other = await platform.account();
    expect((await call(platform, 'GET', '/requests/first', other.key)).status).to.equal(404);
    expect((await call(platform, 'GET', '/requests/first', account.testKey)).status).to.equal(404);
  });

  it('keeps neither body nor query, and ends after its days', async () => {
    const { keepUntil, at, ...entry } = (await platform.database.requests
      .findOne({ requestId: 'first' })
      .lean())!;
    expect(keepUntil.getTime() - at.getTime()).to.equal(30 * dayMs);
    expect(JSON.stringify(entry)).not.to.match(/data:image|Chair|service_live/);
  });
});
