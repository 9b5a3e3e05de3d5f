import { expect } from 'chai';
import { refundRender } from '../../../../shared/credits/refunds.ts';
import {
  call,
  startPlatform,
  type TestAccount,
  type TestPlatform,
  visualize,
  visualizeBody,
} from '../../../support/platform.ts';

describe('GET /credits/ledger', () => {
  let platform: TestPlatform;
  let account: TestAccount;
  let renderId: string;
  before(async () => {
    platform = await startPlatform();
    account = await platform.account({ credits: 5 });
    const response = await visualize(platform, account.key, await visualizeBody());
    renderId = response.headers.get('x-render-id')!;
    const render = (await platform.database.renders.findById(renderId).lean())!;
    await refundRender(platform.database, render, { reason: 'The service is restarting', at: new Date() });
    await platform.account({ credits: 7 });
  });
  after(() => platform.close());

  const ledger = (query = '') => call(platform, 'GET', `/credits/ledger${query}`, account.key);

  it('lists every movement of the account, newest first, with its render and the reason of a refund', async () => {
    const { status, body } = await ledger();
    expect(status).to.equal(200);
    const seen = body.entries.map(({ kind, amount, renderId: id, reason }: Record<string, unknown>) => [
      kind,
      amount,
      id,
      reason,
    ]);
    expect(seen).to.deep.equal([
      ['refund', 1, renderId, 'The service is restarting'],
      ['capture', 1, renderId, undefined],
      ['grant', 5, undefined, undefined],
    ]);
    expect(body.nextCursor).to.equal(null);
    const {
      unchargedStarts,
      account: id,
      ...credits
    } = (await call(platform, 'GET', '/credits', account.key)).body;
    expect(credits).to.deep.equal({ granted: 5, available: 5, held: 0, spent: 0 });
    expect(id).to.equal(account.id);
    expect(unchargedStarts).to.include({ used: 0, limit: 24 });
  });

  it('comes in pages and by time', async () => {
    const first = (await ledger('?limit=2')).body;
    const second = (await ledger(`?limit=2&cursor=${first.nextCursor}`)).body;
    const all = (await ledger()).body.entries;
    expect([...first.entries, ...second.entries]).to.deep.equal(all);
    expect(second.nextCursor).to.equal(null);
    expect((await ledger(`?from=${new Date(Date.now() + 60_000).toISOString()}`)).body.entries).to.deep.equal(
      [],
    );
  });

  it('is filtered by kind, key and store', async () => {
    const { keyId } = (await platform.database.renders.findById(renderId).lean())!;
    const kinds = async (query: string) =>
      (await ledger(query)).body.entries.map(({ kind }: { kind: string }) => kind);
    expect(await kinds('?kind=grant')).to.deep.equal(['grant']);
    expect(await kinds(`?key=${keyId}`)).to.deep.equal(['refund', 'capture']);
    expect(await kinds('?store=none')).to.deep.equal([]);
  });

  it('is summed by day and key, with a forecast', async () => {
    const { status, body } = await call(platform, 'GET', '/credits/usage', account.key);
    expect([status, body.days.length]).to.deep.equal([200, 30]);
    const { keyId } = (await platform.database.renders.findById(renderId).lean())!;
    expect(body.days.at(-1)).to.include({ charged: 0 });
    expect(body.days.at(-1).keys).to.deep.equal([{ keyId, charged: 0 }]);
    expect(body.forecast).to.deep.equal({ perDay: 0 });
    for (const range of ['from=2026-02-31x', 'from=2026-02-02&to=2026-02-01', 'from=2020-01-01'])
      expect((await call(platform, 'GET', `/credits/usage?${range}`, account.key)).status, range).to.equal(
        400,
      );
    expect((await call(platform, 'GET', '/credits/usage', account.testKey)).status).to.equal(403);
  });

  it('needs a key, and rejects what it does not know', async () => {
    expect((await call(platform, 'GET', '/credits/ledger', 'none')).status).to.equal(401);
    expect((await ledger('?kind=gift')).status).to.equal(400);
    const response = await call(platform, 'POST', '/credits/ledger', account.key);
    expect([response.status, response.headers.get('allow')]).to.deep.equal([405, 'GET']);
  });
});
