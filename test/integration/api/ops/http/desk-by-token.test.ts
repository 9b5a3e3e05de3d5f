import { expect } from 'chai';
import { routes } from '../../../../../api/routes.ts';
import { tallyCosts } from '../../../../../shared/costs/tally-costs.ts';
import { newId } from '../../../../../shared/ids.ts';
import {
  createOperatorToken,
  type OperatorTokenOrder,
  revokeOperatorToken,
} from '../../../../../shared/operators/operator-tokens.ts';
import { signInOperator } from '../../../../support/people.ts';
import {
  eventually,
  startPlatform,
  type TestAccount,
  type TestPlatform,
  visualize,
  visualizeBody,
} from '../../../../support/platform.ts';

describe('the operator’s desk by a token', () => {
  let platform: TestPlatform;
  let account: TestAccount;
  let token: string;
  let tokenId: string;

  before(async () => {
    platform = await startPlatform({ workers: 0 });
    account = await platform.account({ credits: 3 });
    ({ token, tokenId } = await make({ name: 'night watch', days: 1 }));
  });
  after(() => platform.close());

  const make = (order: OperatorTokenOrder, now?: Date) =>
    createOperatorToken(platform.database.operatorTokens, order, now);

  async function send(method: string, path: string, body?: object, bearer = token) {
    const response = await fetch(platform.url + path, {
      method,
      headers: {
        authorization: `Bearer ${bearer}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  }
  const newestEntry = () => platform.database.audit.findOne({}).sort({ _id: -1 }).lean();

  it('opens with an operator token that is valid, and with nothing else', async () => {
    const yesterday = new Date(Date.now() - 2 * 24 * 3_600_000);
    const expired = await make({ name: 'expired', days: 1 }, yesterday);
    const revoked = await make({ name: 'revoked', days: 1 });
    await revokeOperatorToken(platform.database.operatorTokens, revoked.tokenId);
    const elsewhere = await make({ name: 'elsewhere', days: 1, addresses: ['203.0.113.7'] });
    const ofOperators = routes.filter(({ access }) => access === 'operator token');
    expect(ofOperators.length).to.be.greaterThan(20);
    for (const { method, path } of ofOperators) {
      const url = path.replace(/:\w+/g, 'none');
      const open = async (bearer: string) =>
        (await send(method.toUpperCase(), url, undefined, bearer)).status;
      for (const bearer of [account.key, account.testKey, revoked.token, expired.token, 'none'])
        expect(await open(bearer), `${method} ${path}`).to.equal(401);
      expect(await open(elsewhere.token), `${method} ${path}`).to.equal(403);
    }
    const person = await signInOperator(platform);
    expect((await person.get('/api/ops/accounts')).status).to.equal(401);
  });

  it('is no API key, and no API key can be made into one', async () => {
    for (const path of ['/credits', '/api/keys', '/visualize', '/api/stores'])
      expect((await send('GET', path)).status, path).to.equal(401);
    for (const order of [{ mode: 'operator' }, { mode: 'live', scopes: ['operator'] }]) {
      const made = await send('POST', '/api/keys', { name: 'x', ...order }, account.key);
      expect(made.status, JSON.stringify(order)).to.equal(400);
    }
  });

  it('creates accounts, grants credits once, and names the token in the audit log', async () => {
    const made = await send('POST', '/api/ops/accounts', { name: 'Studio Nord', perMinute: 7 });
    expect([made.status, made.body.limits]).to.deep.equal([201, { perMinute: 7 }]);
    const path = `/api/ops/accounts/${made.body.id}`;
    const grant = { amount: 20, note: 'Welcome', attempt: newId('grant') };
    for (let times = 0; times < 2; times++)
      expect((await send('POST', `${path}/grants`, grant)).body.credits).to.include({ available: 20 });
    expect((await send('POST', `${path}/grants`, { ...grant, amount: 21 })).status).to.equal(409);
    expect((await send('POST', `${path}/grants`, { ...grant, note: ' ' })).status).to.equal(400);
    const entry = await newestEntry();
    expect(entry).to.deep.include({ action: 'account.grants', account: made.body.id });
    expect(entry!.actor).to.deep.equal({ kind: 'operator token', id: tokenId, name: 'night watch' });
    expect((await send('POST', `${path}/limits`, { concurrent: 2 })).body.limits).to.deep.equal({
      concurrent: 2,
    });
    expect((await send('GET', '/api/ops/accounts?find=Studio')).body.accounts).to.have.length(1);
    expect((await send('POST', '/api/ops/accounts/none/grants', grant)).status).to.equal(404);
  });

  it('suspends an account, whose renders are refused until it is resumed', async () => {
    const path = `/api/ops/accounts/${account.id}`;
    const suspended = await send('POST', `${path}/suspend`, { reason: 'Unpaid invoice' });
    expect(suspended.body.suspended).to.include({ reason: 'Unpaid invoice' });
    expect((await visualize(platform, account.key, await visualizeBody())).status).to.equal(403);
    expect((await send('POST', `${path}/resume`)).body).not.to.have.property('suspended');
  });

  it('withdraws a render for no credit', async () => {
    const started = await visualize(platform, account.key, await visualizeBody(), {
      prefer: 'respond-async',
    });
    const { available } = await platform.credits(account.id);
    const path = `/api/ops/renders/${started.body.id}`;
    expect((await send('POST', `${path}/withdraw`)).body).to.deep.equal({ withdrawn: true });
    await eventually(async () => (await platform.credits(account.id)).available === available + 1);
    expect((await send('POST', `${path}/withdraw`)).body).to.deep.equal({ withdrawn: false });
    expect((await send('POST', `${path}/webhook`)).status).to.be.oneOf([404, 409]);
    expect((await send('POST', '/api/ops/events/none/replay')).status).to.equal(404);
  });

  it('pauses a queue and switches a provider off, each as its page says afterwards', async () => {
    const readQueue = async () =>
      (await send('GET', '/api/ops/queues')).body.queues.find(
        ({ name }: { name: string }) => name === 'render',
      );
    expect((await send('POST', '/api/ops/queues/render/pause')).status).to.equal(204);
    expect((await readQueue()).paused).to.equal(true);
    expect((await send('POST', '/api/ops/queues/render/resume')).status).to.equal(204);
    expect((await readQueue()).paused).to.equal(false);
    const readProvider = async () =>
      (await send('GET', '/api/ops/providers')).body.providers.find(
        ({ name }: { name: string }) => name === 'cog',
      );
    expect((await send('POST', '/api/ops/providers/cog/open')).status).to.equal(204);
    expect(await readProvider())
      .to.include({ breaker: 'open' })
      .and.have.property('openUntil');
    expect((await send('POST', '/api/ops/providers/cog/close')).status).to.equal(204);
    expect((await readProvider()).breaker).not.to.equal('open');
    expect((await send('GET', '/api/ops/workers')).body).to.deep.equal({ workers: [] });
    for (const path of ['queues/none/pause', 'providers/none/open', 'workers/none/drain'])
      expect((await send('POST', `/api/ops/${path}`)).status, path).to.equal(404);
  });

  it('opens an incident once, adds to it and closes it', async () => {
    const opening = { title: 'Slow', parts: ['queue'], text: 'We look into it.', attempt: newId('inc') };
    for (let times = 0; times < 2; times++)
      expect((await send('POST', '/api/ops/incidents', opening)).status).to.equal(201);
    const { incidents } = (await send('GET', '/api/ops/incidents')).body;
    expect(incidents).to.have.length(1);
    const path = `/api/ops/incidents/${opening.attempt}/updates`;
    const closed = await send('POST', path, { text: 'It is over.', closes: true });
    expect(closed.body).to.have.property('closedAt');
    expect((await send('POST', path, { text: 'Again.' })).status).to.equal(409);
  });

  it('reads the costs of an account and of a provider', async () => {
    const figures = { tries: 2, renders: 1, credits: 1, microdollars: 63_000 };
    await tallyCosts(platform.database.costDays, [{ account: account.id, provider: 'fal', ...figures }]);
    const { body } = await send('GET', `/api/ops/accounts/${account.id}/costs`);
    expect(body).to.deep.include({ total: figures, rows: [{ name: 'fal', ...figures }], more: 0 });
    expect((await send('GET', '/api/ops/providers/fal/costs')).body.rows[0].name).to.equal(account.id);
    expect((await send('GET', '/api/ops/providers/fal/costs?from=2026-02-30')).status).to.equal(400);
  });
});
