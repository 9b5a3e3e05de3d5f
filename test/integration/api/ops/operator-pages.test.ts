import { expect } from 'chai';
import { type CostNote, tallyCosts } from '../../../../shared/costs/tally-costs.ts';
import { newId } from '../../../../shared/ids.ts';
import { silentLogger } from '../../../../shared/log.ts';
import { createBreaker, createFleetBreaker } from '../../../../workers/breaker/fleet-breaker.ts';
import { addStore } from '../../../support/merchants.ts';
import { readToken, signInOperator, signUp, type Visitor } from '../../../support/people.ts';
import {
  eventually,
  startPlatform,
  type TestAccount,
  type TestPlatform,
  visualize,
  visualizeBody,
} from '../../../support/platform.ts';
import { enter, openStore } from '../../../support/try-on.ts';

const hostile = '"><script>alert(1)</script>';

describe('the desk of an operator', () => {
  let platform: TestPlatform;
  let operator: Visitor;
  let account: TestAccount;
  let page: string;

  before(async () => {
    platform = await startPlatform({ workers: 0 });
    operator = await signInOperator(platform);
    account = await platform.account({ credits: 3 });
    page = `/ops/accounts/${account.id}`;
    await platform.database.accounts.updateOne({ _id: account.id }, { $set: { name: `Zoo ${hostile}` } });
  });
  after(() => platform.close());

  const submit = (path: string, fields: Record<string, string> = {}) => operator.submit(path, fields, '/ops');
  const queued = async () =>
    String(
      (await visualize(platform, account.key, await visualizeBody(), { prefer: 'respond-async' })).body.id,
    );

  it('opens by the sign-in of an operator, without a shared password', async () => {
    expect((await operator.get('/ops')).status).to.equal(200);
    expect((await operator.get('/ops/queues')).status).to.equal(200);
    const developer = await signUp(platform, 'day@example.com', 'Day');
    for (const path of ['/ops', '/ops/queues', page])
      expect((await developer.get(path)).status, path).to.equal(403);
  });

  describe('accounts', () => {
    it('are found by id, name, store and the address of a member, and show names as text', async () => {
      await addStore(platform, { account: account.id, slug: 'zoo-shop' });
      const member = await platform.database.users.findOne({ email: 'night@example.com' }).lean();
      for (const find of [account.id, 'Zoo', 'zoo-shop']) {
        const { text } = await operator.get(`/ops/accounts?${new URLSearchParams({ find })}`);
        expect(text, find).to.include(`href="${page}"`).and.not.include('<script>alert');
      }
      const { text } = await operator.get('/ops/accounts?find=night@example.com');
      expect(text).to.include(`/ops/accounts/${member!.ownAccount}`);
      expect((await operator.get('/ops/accounts?find=nothing')).text).to.include('No account fits.');
      expect((await operator.get('/ops/stores?find=zoo-shop')).text).to.include('zoo-shop.example');
      expect((await operator.get('/ops/accounts/acc_none')).status).to.equal(404);
    });

    it('receive the credits of a form once, however often it is sent', async () => {
      const fields = { amount: '20', note: 'Sorry', attempt: newId('grant') };
      for (let times = 0; times < 3; times += 1)
        expect((await submit(`${page}/grants`, fields)).location).to.equal(`${page}?done=granted`);
      expect((await platform.credits(account.id)).available).to.equal(23);
      expect((await submit(`${page}/grants`, { ...fields, amount: '21' })).status).to.equal(409);
      const entry = await platform.database.audit.findOne({ action: 'account.grants' }).lean();
      expect(entry).to.deep.include({ account: account.id, after: { ...entry!.after, note: 'Sorry' } });
      expect(entry!.actor.name).to.equal('night@example.com');
      expect((await operator.get('/ops/audit')).text)
        .to.include('account.grants')
        .and.include('Sorry')
        .and.not.include('<script>alert');
    });

    for (const fields of [{ amount: '0', note: 'x' }, { amount: '1.5', note: 'x' }, { amount: '5' }])
      it(`show the form again for ${JSON.stringify(fields)}, and grant nothing`, async () => {
        const { available } = await platform.credits(account.id);
        const shown = await submit(`${page}/grants`, { attempt: newId('grant'), ...fields } as never);
        expect(shown.status).to.equal(422);
        expect(shown.text).to.include('aria-invalid');
        expect((await platform.credits(account.id)).available).to.equal(available);
      });

    it('have their own limits, or those of the configuration', async () => {
      await submit(`${page}/limits`, { perMinute: '7', concurrent: '' });
      const read = async () => (await platform.database.accounts.findById(account.id).lean())!.limits;
      expect(await read()).to.deep.equal({ perMinute: 7 });
      await submit(`${page}/limits`, { perMinute: '', concurrent: '' });
      expect(await read()).not.to.have.property('perMinute');
    });

    it('start no render while they are suspended, and finish those that they have started', async () => {
      const accepted = await queued();
      expect((await submit(`${page}/suspend`, { reason: 'Unpaid invoice' })).status).to.equal(303);
      const refused = await visualize(platform, account.key, await visualizeBody());
      expect(refused.status).to.equal(403);
      expect(refused.body).to.include({ code: 'FORBIDDEN' });
      expect(refused.body.message).to.include('Unpaid invoice');
      const open = await platform.database.renders.findById(accepted).lean();
      expect(open!.state).to.equal('queued');
      expect((await operator.get(page)).text).to.include('Unpaid invoice');
      await submit(`${page}/resume`);
      expect(await queued()).to.match(/^rnd_/);
    });

    it('pause the try-on of their stores while they are suspended, without the reason', async () => {
      const store = await openStore(platform);
      const { account: payer } = (await platform.database.stores.findById(store.id).lean())!;
      await submit(`/ops/accounts/${payer}/suspend`, { reason: 'Unpaid invoice' });
      const shopper = await enter(platform, store);
      expect(JSON.stringify(shopper)).not.to.include('Unpaid');
      const session = await fetch(`${platform.url}/api/try-on/${store.slug}/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
        body: '{}',
      });
      expect(await session.text())
        .to.include('"paused":"unavailable"')
        .and.not.include('Unpaid');
    });
  });

  describe('renders', () => {
    it('are listed by state, account and store, the newest first', async () => {
      const [first, second] = [await queued(), await queued()];
      const { text } = await operator.get(`/ops/renders?state=queued&account=${account.id}`);
      expect(text.indexOf(second)).to.be.greaterThan(0).and.lessThan(text.indexOf(first));
      const other = await operator.get(`/ops/renders?state=succeeded&account=${account.id}`);
      expect(other.text).to.include('No render fits the filter.');
      expect((await operator.get('/ops/renders?state=none')).status).to.equal(400);
    });

    it('are withdrawn while they are open, for no credit', async () => {
      const id = await queued();
      const { available } = await platform.credits(account.id);
      const withdrawn = await submit(`/ops/renders/${id}/withdraw`);
      expect(withdrawn.location).to.equal(`/ops/renders/${id}?done=withdrawn`);
      await eventually(async () => (await platform.credits(account.id)).available === available + 1);
      expect((await submit(`/ops/renders/${id}/withdraw`)).location).to.match(/done=ended$/);
      expect((await operator.get(`/ops/renders/${id}`)).text).not.to.include('Withdraw this render');
    });
  });

  describe('costs', () => {
    const days = 'from=2026-03-01&to=2026-03-02';
    const tally = (day: string, notes: CostNote[]) =>
      tallyCosts(platform.database.costDays, notes, new Date(`${day}T12:00:00Z`));

    before(async () => {
      const work = { account: account.id, tries: 3, renders: 2, credits: 2 };
      await tally('2026-03-01', [{ ...work, provider: 'gemini', microdollars: 300_000 }]);
      await tally('2026-03-02', [{ ...work, provider: 'gemini', microdollars: 300_000 }]);
      await tally('2026-03-02', [{ ...work, provider: 'fal', microdollars: 63_001 }]);
      await tally('2026-03-03', [{ ...work, provider: 'gemini', microdollars: 999_999 }]);
      await tally('2026-03-02', [{ account: 'acc_gone', provider: 'gemini', tries: 1, microdollars: 1 }]);
    });

    it('of an account are shown by provider with their sums, for any range', async () => {
      const { text } = await operator.get(`${page}?${days}`);
      expect(text).to.include('<p class="stat-value">$0.663001</p>').and.include('>9 tries<');
      expect(text).to.match(/href="\/ops\/providers\/gemini">gemini<.*?>\$0\.60<.*?>6<.*?>4<.*?>4</);
      expect(text).not.to.include('acc_gone');
      const refused = await operator.get(`${page}?from=2026-03-02&to=2026-03-01`);
      expect([refused.status, refused.text.includes('from is after to')]).to.deep.equal([422, true]);
    });

    it('of a provider are shown by account, also after it has left the chain', async () => {
      const { text } = await operator.get(`/ops/providers/gemini?${days}`);
      expect(text).to.include('<p class="stat-value">$0.600001</p>').and.not.include('<script>alert');
      expect(text).to.match(/acc_gone<.*?>\$0\.000001<.*?>1<.*?>0<.*?>0</);
      expect((await operator.get('/ops/providers/local')).text).to.include('Nothing was rendered');
      expect((await operator.get('/ops/providers/none')).status).to.equal(404);
    });

    it('are downloaded as CSV, day by day', async () => {
      const { text } = await operator.get(`${page}/costs.csv?${days}`);
      expect(text.trim().split('\r\n').sort()).to.deep.equal([
        `2026-03-01,${account.id},gemini,3,2,2,0.300000`,
        `2026-03-02,${account.id},fal,3,2,2,0.063001`,
        `2026-03-02,${account.id},gemini,3,2,2,0.300000`,
        'day,account,provider,tries,renders,charged_credits,estimated_cost_usd',
      ]);
      const provider = await operator.get(`/ops/providers/gemini/costs.csv?${days}`);
      expect(provider.text).to.include('2026-03-02,acc_gone,gemini,1,0,0,0.000001');
      expect((await operator.get(`${page}/costs.csv?from=2026-02-30`)).status).to.equal(400);
    });
  });

  it('pauses and resumes a queue, whose jobs wait meanwhile', async () => {
    await submit('/ops/queue/render/pause');
    expect((await operator.get('/ops')).text).to.include('aria-label="Resume render"');
    expect(await platform.redis.hget(`${platform.config.QUEUE_PREFIX}:render:meta`, 'paused')).to.equal('1');
    await submit('/ops/queue/render/resume');
    expect((await operator.get('/ops')).text).to.include('aria-label="Pause render"');
    expect((await submit('/ops/queue/none/pause')).status).to.equal(404);
  });

  it('switches a provider off for the whole fleet, whatever its renders report, and on again', async () => {
    const { redis, config } = platform;
    const store = createFleetBreaker(redis, config.QUEUE_PREFIX);
    const breaker = createBreaker({ store, log: silentLogger() });
    await submit('/ops/providers/cog/open');
    await breaker.record('cog', 'alive');
    expect((await breaker.allows('cog')).allowed).to.equal(false);
    expect((await operator.get('/ops')).text).to.include('aria-label="Try again: cog"');
    await submit('/ops/providers/cog/close');
    expect((await breaker.allows('cog')).allowed).to.equal(true);
    expect((await submit('/ops/providers/none/open')).status).to.equal(404);
  });

  it('takes no form of another site, nor one without its token', async () => {
    const token = readToken((await operator.get('/ops')).text);
    const path = `${page}/suspend`;
    const reason = 'Forged';
    const forged = await operator.post(path, { token, reason }, { 'sec-fetch-site': 'cross-site' });
    expect(forged.status).to.equal(403);
    expect((await operator.post(path, { token: 'x', reason })).status).to.equal(403);
    const { suspended } = (await platform.database.accounts.findById(account.id).lean())!;
    expect(suspended).to.equal(undefined);
  });
});
