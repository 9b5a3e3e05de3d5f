import { expect } from 'chai';
import { toDay } from '../../../../shared/credits/daily-starts.ts';
import { orderKey, revokeOwnKey, rollKey } from '../../../../shared/keys/manage-keys.ts';
import {
  call,
  hold,
  startPlatform,
  type TestAccount,
  type TestPlatform,
  visualize,
  visualizeBody,
} from '../../../support/platform.ts';

describe('the bounds of a key', () => {
  let platform: TestPlatform;
  let account: TestAccount;
  before(async () => {
    platform = await startPlatform({ env: { TRUST_PROXY: '1' } });
    account = await platform.account({ credits: 20 });
  });
  after(() => platform.close());

  const make = (order: object) =>
    orderKey(platform.database.keys, account.id, { name: 'ci', mode: 'live', ...order });
  const refusal = ({ status, body, headers }: Awaited<ReturnType<typeof call>>) => ({
    status,
    code: body.code,
    field: headers.get('x-error-field'),
    message: body.message as string,
  });

  it('keep a reading key from rendering, and a rendering one from the stores', async () => {
    const reader = await make({ scopes: ['read'] });
    expect((await call(platform, 'GET', '/credits', reader.key)).status).to.equal(200);
    const refused = refusal(await visualize(platform, reader.key, await visualizeBody()));
    expect(refused).to.include({ status: 403, code: 'FORBIDDEN', field: 'Authorization' });
    expect(refused.message).to.include('use a key with the scope "render"');
    const renderer = await make({ scopes: ['render'] });
    const rendered = await visualize(platform, renderer.key, await visualizeBody());
    expect(rendered.status).to.equal(200);
    const id = rendered.headers.get('x-render-id');
    expect((await call(platform, 'GET', `/visualize/${id}`, renderer.key)).status).to.equal(200);
    expect((await call(platform, 'GET', '/credits/ledger', renderer.key)).status).to.equal(403);
  });

  it('end a key at its time, and say what to do', async () => {
    const { key, keyId } = await make({ expiresAt: new Date(Date.now() + 60_000) });
    expect((await call(platform, 'GET', '/credits', key)).status).to.equal(200);
    await platform.database.keys.updateOne({ _id: keyId }, { $set: { expiresAt: new Date(Date.now() - 1) } });
    const refused = refusal(await call(platform, 'GET', '/credits', key));
    expect(refused).to.include({ status: 401, code: 'UNAUTHORIZED', field: 'Authorization' });
    expect(refused.message).to.match(/expired at .*; create another one/);
  });

  it('let a key be used from its networks only', async () => {
    const { key } = await make({ addresses: ['203.0.113.0/24', '2001:db8::7'] });
    const from = (address: string) =>
      fetch(`${platform.url}/credits`, {
        headers: { Authorization: `Bearer ${key}`, 'X-Forwarded-For': address },
      });
    for (const address of ['203.0.113.9', '::ffff:203.0.113.9', '2001:db8::7'])
      expect((await from(address)).status, address).to.equal(200);
    const refused = await from('198.51.100.1');
    expect(refused.status).to.equal(403);
    expect((await refused.json()).message).to.include('may not be used from 198.51.100.1');
    expect((await from('2001:db8::8')).status).to.equal(403);
  });

  it('never let a key spend more than its credits of the day, however many calls come at once', async () => {
    const { key, keyId } = await make({ creditsPerDay: 3 });
    const body = await visualizeBody();
    const statuses = await Promise.all(
      Array.from({ length: 8 }, async () => (await visualize(platform, key, body)).status),
    );
    expect(statuses.sort()).to.deep.equal([200, 200, 200, 429, 429, 429, 429, 429]);
    const refused = await visualize(platform, key, body);
    expect(refusal(refused).message).to.include('has spent its 3 credits of today');
    expect(Number(refused.headers.get('retry-after'))).to.be.within(1, 86_400);
    const spent = await platform.database.ledger.find({ account: account.id, kind: 'capture' }).lean();
    const renders = await platform.database.renders.find({ keyId, state: 'succeeded' }).lean();
    expect(spent.filter(({ renderId }) => renders.some(({ _id }) => _id === renderId))).to.have.lengthOf(3);
    expect((await platform.verifyAtRest()).problems).to.deep.equal([]);
  });

  it('do not count a render that ended without a charge', async () => {
    const { key, keyId } = await make({ creditsPerDay: 1 });
    const release = hold(platform.cog);
    const open = await visualize(platform, key, await visualizeBody(), { Prefer: 'respond-async' });
    expect(open.status).to.equal(202);
    expect((await visualize(platform, key, await visualizeBody())).status).to.equal(429);
    await call(platform, 'DELETE', `/visualize/${open.headers.get('x-render-id')}`, key);
    release();
    expect((await visualize(platform, key, await visualizeBody())).status).to.equal(200);
    const { today } = (await platform.database.keys.findById(keyId).lean())!;
    expect(today).to.deep.include({ day: toDay(new Date()), credits: 1 });
  });

  it('go to the key that replaces it, while the former one stays valid for the overlap', async () => {
    const former = await make({ scopes: ['read'], addresses: ['127.0.0.1'], name: 'shop' });
    const rolls = await Promise.allSettled(
      [1, 2].map(() => rollKey(platform.database.keys, account.id, former.keyId, 24)),
    );
    expect(rolls.map(({ status }) => status).sort()).to.deep.equal(['fulfilled', 'rejected']);
    const made = rolls.find((roll) => roll.status === 'fulfilled')!.value;
    const next = (await platform.database.keys.findById(made.keyId).lean())!;
    expect(next).to.deep.include({ name: 'shop', scopes: ['read'], addresses: ['127.0.0.1/32'] });
    for (const key of [former.key, made.key])
      expect((await call(platform, 'GET', '/credits', key)).status).to.equal(200);
    const known = await platform.database.keys.find({ account: account.id, name: 'shop' }).lean();
    expect(known).to.have.lengthOf(2);
    await platform.database.keys.updateOne({ _id: former.keyId }, { $set: { expiresAt: new Date(0) } });
    const refused = refusal(await call(platform, 'GET', '/credits', former.key));
    expect(refused.message).to.include('it was rolled: use the key that replaced it');
  });

  it('belong to the account: another one can neither roll nor revoke the key', async () => {
    const { keyId, key } = await make({});
    const other = (await platform.account()).id;
    for (const act of [
      () => rollKey(platform.database.keys, other, keyId, 1),
      () => revokeOwnKey(platform.database.keys, other, keyId),
    ])
      expect((await act().catch((error: unknown) => error)) as object).to.include({ code: 'NOT_FOUND' });
    await revokeOwnKey(platform.database.keys, account.id, keyId);
    expect((await call(platform, 'GET', '/credits', key)).status).to.equal(401);
  });

  it('are checked when the key is made', async () => {
    const mistakes: [object, string][] = [
      [{ addresses: ['300.1.1.1'] }, 'addresses[0]'],
      [{ scopes: ['everything'] }, 'scopes[0]'],
      [{ scopes: [] }, 'scopes'],
      [{ expiresAt: new Date(0) }, 'expiresAt'],
      [{ creditsPerDay: 0 }, 'creditsPerDay'],
      [{ name: ' ' }, 'name'],
    ];
    for (const [order, field] of mistakes)
      expect(((await make(order).catch((error: unknown) => error)) as { detail: object }).detail).to.include({
        field,
      });
  });
});
