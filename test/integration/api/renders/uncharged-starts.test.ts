import { expect } from 'chai';
import { settleRender } from '../../../../shared/renders/end-render.ts';
import { transition } from '../../../../shared/renders/transition.ts';
import {
  call,
  eventually,
  hangUpWhen,
  hold,
  startPlatform,
  type TestAccount,
  type TestPlatform,
  visualize,
  visualizeBody,
} from '../../../support/platform.ts';

describe('renders that end uncharged after a provider was called', () => {
  let platform: TestPlatform;
  let account: TestAccount;
  let release = () => {};
  before(async () => {
    const env = { UNCHARGED_STARTS_PER_DAY: '3', UNCHARGED_STARTS_PER_CHARGED: '2' };
    platform = await startPlatform({ env });
  });
  after(() => platform.close());
  beforeEach(async () => {
    account = await platform.account({ credits: 5 });
    platform.cog.mode = 'ok';
  });
  afterEach(() => release());

  const start = async () =>
    visualize(platform, account.key, await visualizeBody(), { prefer: 'respond-async' });
  const starts = async () => (await call(platform, 'GET', '/credits', account.key)).body.unchargedStarts;
  const isState = async (id: string, state: string) =>
    (await platform.database.renders.findById(id).lean())!.state === state;

  /** Cancels a render once the provider works for it. */
  async function cancelWhileRunning(): Promise<void> {
    release = hold(platform.cog);
    const calls = platform.cog.predictions.length;
    const { status, body } = await start();
    expect(status, JSON.stringify(body)).to.equal(202);
    await eventually(() => platform.cog.predictions.length > calls);
    const cancelled = await call(platform, 'DELETE', `/visualize/${body.id}`, account.key);
    expect(cancelled.body).to.deep.include({ state: 'cancelled', usage: { credits: 0 } });
    release();
  }

  it('are refused beyond the bound of the account and day, with the reason and when to come back', async () => {
    for (let count = 0; count < 3; count += 1) await cancelWhileRunning();
    const calls = platform.cog.predictions.length;
    const refused = await start();
    expect([refused.status, refused.body.code]).to.deep.equal([429, 'RATE_LIMITED']);
    expect(refused.body.message).to.match(/^3 renders of this account were cancelled or refused today/);
    const untilMidnight = (86_400_000 - (Date.now() % 86_400_000)) / 1000;
    expect(Number(refused.headers.get('retry-after'))).to.be.closeTo(untilMidnight, 30);
    expect(platform.cog.predictions.length).to.equal(calls);
    expect(await platform.credits(account.id)).to.include({ available: 5, held: 0, spent: 0 });
  });

  it('are counted for all live keys together, and shown by GET /credits and the ledger', async () => {
    await cancelWhileRunning();
    const { used, limit, resetsAt } = await starts();
    expect({ used, limit }).to.deep.equal({ used: 1, limit: 3 });
    expect(Date.parse(resetsAt) % 86_400_000).to.equal(0);
    const { entries } = (await call(platform, 'GET', '/credits/ledger', account.key)).body;
    expect(entries[0]).to.include({ kind: 'release' });
    expect(entries[0].reason).to.match(/^uncharged start/);
  });

  it('are allowed more by each charged render', async () => {
    for (let count = 0; count < 3; count += 1) await cancelWhileRunning();
    await platform.database.accounts.updateOne({ _id: account.id }, { $set: { 'starts.uncharged': 2 } });
    expect((await visualize(platform, account.key, await visualizeBody())).status).to.equal(200);
    expect(await starts()).to.include({ used: 2, limit: 5 });
  });

  it('start again the next day', async () => {
    await cancelWhileRunning();
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    const former = { day: yesterday, charged: 0, uncharged: 3 };
    await platform.database.accounts.updateOne({ _id: account.id }, { $set: { starts: former } });
    expect(await starts()).to.include({ used: 0, limit: 3 });
    await cancelWhileRunning();
    expect(await starts()).to.include({ used: 1 });
  });

  it('do not stop test keys, and a render that exists is still returned for its Idempotency-Key', async () => {
    const body = await visualizeBody();
    const first = await visualize(platform, account.key, body, { 'idempotency-key': 'kept' });
    expect(first.status).to.equal(200);
    const today = new Date().toISOString().slice(0, 10);
    const full = { day: today, charged: 0, uncharged: 3 };
    await platform.database.accounts.updateOne({ _id: account.id }, { $set: { starts: full } });
    expect((await visualize(platform, account.testKey, body)).status).to.equal(200);
    expect((await visualize(platform, account.key, body, { 'idempotency-key': 'kept' })).status).to.equal(
      200,
    );
    expect((await visualize(platform, account.key, body)).status).to.equal(429);
  });

  it('include content that a provider refuses, and not its failures', async () => {
    platform.cog.mode = 'failed';
    expect((await visualize(platform, account.key, await visualizeBody())).status).to.equal(502);
    expect(await starts()).to.include({ used: 0 });
    platform.cog.mode = 'safety';
    expect((await visualize(platform, account.key, await visualizeBody())).status).to.equal(502);
    expect(await starts()).to.include({ used: 1 });
  });

  it('are counted once also when the process dies before it has settled the hold', async () => {
    release = hold(platform.cog);
    const { body } = await start();
    await eventually(() => isState(body.id, 'running'));
    const set = { endedAt: new Date(), ending: 'cancel' as const };
    await transition(platform.database.renders, body.id, 'cancel', { set });
    await eventually(async () => (await platform.credits(account.id)).held === 0);
    expect(await starts()).to.include({ used: 1 });
    const render = (await platform.database.renders.findById(body.id).lean())!;
    await Promise.all([settleRender(platform.database, render), settleRender(platform.database, render)]);
    expect(await starts()).to.include({ used: 1 });
    expect(await platform.credits(account.id)).to.include({ available: 5, held: 0 });
  });

  it('do not include a render whose caller hangs up: it is charged', async () => {
    release = hold(platform.cog);
    const id = await hangUpWhen(platform, account, 'running');
    release();
    await eventually(() => isState(id, 'succeeded'));
    await eventually(async () => (await platform.credits(account.id)).spent === 1);
    expect(await starts()).to.include({ used: 0, limit: 5 });
  });
});
