import { expect } from 'chai';
import { createKey } from '../../../../shared/keys/keys.ts';
import { hourMs } from '../../../../shared/time.ts';
import { startPlatform, type TestAccount, type TestPlatform } from '../../../support/platform.ts';

describe('the keys of an account, by a key', () => {
  let platform: TestPlatform;
  let account: TestAccount;
  before(async () => {
    platform = await startPlatform({ workers: 0 });
    account = await platform.account();
  });
  after(() => platform.close());

  async function send(method: string, path: string, body?: object, bearer = account.key) {
    const response = await fetch(`${platform.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  }
  const make = (bounds: object) =>
    createKey(platform.database.keys, { account: account.id, mode: 'live', name: 'maker', ...bounds });

  it('are made, used, listed, rolled and revoked', async () => {
    const made = await send('POST', '/api/keys', { name: 'ci', mode: 'test', scopes: ['render'] });
    expect(made.status).to.equal(201);
    const { key, ...view } = made.body;
    expect(view).to.deep.include({ name: 'ci', mode: 'test', scopes: ['render'] });
    expect((await send('GET', '/credits', undefined, key)).status).to.equal(200);
    const { keys } = (await send('GET', '/api/keys')).body;
    expect(keys.map(({ id }: { id: string }) => id)).to.include(view.id);
    expect(JSON.stringify(keys)).not.to.match(/hash|service_(live|test)_\w{20}/);
    const rolled = (await send('POST', `/api/keys/${view.id}/roll`, { overlapHours: 1 })).body;
    expect(Date.parse(rolled.formerUntil) - Date.now()).to.be.within(0, hourMs);
    expect((await send('GET', '/credits', undefined, rolled.key)).status).to.equal(200);
    expect((await send('POST', `/api/keys/${view.id}/roll`, {})).status).to.equal(409);
    const revoked = await send('DELETE', `/api/keys/${rolled.id}`);
    expect(revoked.body.revokedAt).to.be.a('string');
    expect((await send('GET', '/credits', undefined, rolled.key)).status).to.equal(401);
    const entries = await platform.database.audit.find({ account: account.id }).sort({ _id: 1 }).lean();
    expect(entries.map(({ action }) => action)).to.deep.equal(['key.create', 'key.roll', 'key.revoke']);
    expect(entries.every(({ actor }) => actor.kind === 'key')).to.equal(true);
    expect(JSON.stringify(entries)).not.to.include(key).and.not.include(rolled.key);
  });

  it('cannot do more than the key that makes them', async () => {
    const soon = new Date(Date.now() + hourMs);
    const cases: [object, object, string][] = [
      [{ scopes: ['manage'] }, { scopes: ['manage', 'render'] }, 'scopes'],
      [{ addresses: ['127.0.0.0/8'] }, { addresses: ['0.0.0.0/0'] }, 'addresses'],
      [{ addresses: ['127.0.0.0/8'] }, { addresses: [] }, 'addresses'],
      [{ expiresAt: soon }, { expiresAt: new Date(soon.getTime() + 1000) }, 'expiresAt'],
      [{ creditsPerDay: 5 }, {}, 'creditsPerDay'],
    ];
    for (const [bounds, order, field] of cases) {
      const { key } = await make(bounds);
      const refused = await send('POST', '/api/keys', { name: 'x', mode: 'live', ...order }, key);
      expect([refused.status, refused.headers.get('x-error-field')], field).to.deep.equal([403, field]);
    }
  });

  it('have the bounds of their maker where they name none', async () => {
    const expiresAt = new Date(Date.now() + hourMs);
    const { key } = await make({ scopes: ['manage', 'read'], addresses: ['127.0.0.0/8'], expiresAt });
    const { status, body } = await send('POST', '/api/keys', { name: 'x', mode: 'live' }, key);
    expect(status).to.equal(201);
    expect(body).to.deep.include({ scopes: ['manage', 'read'], addresses: ['127.0.0.0/8'] });
    expect(body.expiresAt).to.equal(expiresAt.toISOString());
  });

  it('are rolled by themselves, and by keys that can do as much', async () => {
    const wide = await make({});
    const narrow = await make({ scopes: ['manage'] });
    expect((await send('POST', `/api/keys/${wide.keyId}/roll`, {}, narrow.key)).status).to.equal(403);
    expect((await send('POST', `/api/keys/${narrow.keyId}/roll`, {}, wide.key)).status).to.equal(200);
    const own = await make({ creditsPerDay: 5 });
    const rolled = await send('POST', `/api/keys/${own.keyId}/roll`, {}, own.key);
    expect(rolled.body).to.include({ creditsPerDay: 5 });
  });

  it('are not those of another account', async () => {
    const { key: other } = await platform.account();
    const { keyId } = await make({});
    expect((await send('POST', `/api/keys/${keyId}/roll`, {}, other)).status).to.equal(404);
    expect((await send('DELETE', `/api/keys/${keyId}`, undefined, other)).status).to.equal(404);
  });
});
