import { expect } from 'chai';
import { createKey } from '../../../../shared/keys/keys.ts';
import { recordDurations } from '../../../../shared/renders/expected-duration.ts';
import {
  type ApiResult,
  call,
  eventually,
  hold,
  startPlatform,
  type TestPlatform,
  visualize,
  visualizeBody,
} from '../../../support/platform.ts';

const maxWaiting = 4;

describe('renders of test keys', () => {
  let platform: TestPlatform;
  let body: Record<string, unknown>;

  beforeEach(async () => {
    platform = await startPlatform({
      workers: 0,
      env: { WORKER_CONCURRENCY: '1', QUEUE_MAX_WAITING: String(maxWaiting) },
    });
    body = await visualizeBody();
  });
  afterEach(() => platform.close());

  const submit = (key: string): Promise<ApiResult> =>
    visualize(platform, key, body, { prefer: 'respond-async' });
  const getId = ({ headers }: ApiResult) => headers.get('x-render-id')!;
  const show = async (id: string, key: string) => (await call(platform, 'GET', `/visualize/${id}`, key)).body;

  it('start after every render of a live key, however many wait', async () => {
    const [free, paying] = await Promise.all([platform.account({ credits: 0 }), platform.account()]);
    const flood: string[] = [];
    for (let count = 0; count < maxWaiting; count++) flood.push(getId(await submit(free.testKey)));
    const paid = [getId(await submit(paying.key)), getId(await submit(paying.key))];
    await platform.startWorker();
    const startedAt = async (id: string) => (await platform.database.renders.findById(id).lean())?.startedAt;
    await eventually(async () => (await startedAt(flood[0]!)) !== undefined);
    const [paidStarts, freeStarts] = await Promise.all(
      [paid, flood].map((ids) => Promise.all(ids.map(startedAt))),
    );
    for (const start of freeStarts!.filter((at) => at !== undefined)) {
      for (const paidStart of paidStarts!) expect(paidStart!.getTime()).to.be.at.most(start.getTime());
    }
  });

  it('do not keep a live render from being accepted when they fill the queue', async () => {
    const [free, paying] = await Promise.all([platform.account({ credits: 0 }), platform.account()]);
    for (let count = 0; count < maxWaiting; count++) {
      expect((await submit(free.testKey)).status).to.equal(202);
    }
    await eventually(async () => (await submit(free.testKey)).status === 503);
    expect((await submit(paying.key)).status).to.equal(202);
    const { status } = JSON.parse(await (await fetch(`${platform.url}/readyz`)).text());
    expect(status).not.to.equal('busy');
  });

  it('see their position behind the live renders', async () => {
    const account = await platform.account();
    const [first, second] = [getId(await submit(account.testKey)), getId(await submit(account.testKey))];
    const live = getId(await submit(account.key));
    const positions = [];
    for (const id of [live, first, second]) positions.push((await show(id, account.key)).queuePosition);
    expect(positions).to.deep.equal([1, 2, 3]);
  });

  it('are all that a test key can see, change and cancel; a live key also reads them', async () => {
    const account = await platform.account();
    const [live, test] = [getId(await submit(account.key)), getId(await submit(account.testKey))];
    for (const [method, path] of [
      ['GET', `/visualize/${live}`],
      ['GET', `/visualize/${live}/image`],
      ['GET', `/visualize/${live}/events`],
      ['DELETE', `/visualize/${live}`],
    ] as const) {
      const response = await call(platform, method, path, account.testKey);
      expect([response.status, response.body.code], `${method} ${path}`).to.deep.equal([404, 'NOT_FOUND']);
    }
    expect((await show(live, account.key)).state).to.equal('queued');
    expect((await show(test, account.key)).state).to.equal('queued');
    expect((await call(platform, 'DELETE', `/visualize/${test}`, account.testKey)).body.state).to.equal(
      'cancelled',
    );
    const ledger = await call(platform, 'GET', '/credits/ledger', account.testKey);
    expect([ledger.status, ledger.body.code]).to.deep.equal([403, 'FORBIDDEN']);
    expect((await call(platform, 'GET', '/credits', account.testKey)).status).to.equal(200);
  });
});

describe('the limits of an account', () => {
  let platform: TestPlatform;
  before(async () => {
    platform = await startPlatform({ env: { RATE_LIMIT_ACCOUNT_KEYS: '2' } });
  });
  after(() => platform.close());

  async function toKeys(account: string, count: number): Promise<string[]> {
    const keys = Array.from({ length: count }, () =>
      createKey(platform.database.keys, { account, mode: 'live', name: 'one of many' }),
    );
    return (await Promise.all(keys)).map(({ key }) => key);
  }

  it('are those of two of its keys, however many it has, and separate for test keys', async () => {
    const { id, testKey } = await platform.account({ credits: 0, limits: { perMinute: 2 } });
    const body = await visualizeBody();
    const statuses = [];
    for (const key of await toKeys(id, 5)) statuses.push((await visualize(platform, key, body)).status);
    expect(statuses).to.deep.equal([402, 402, 402, 402, 429]);
    expect((await visualize(platform, testKey, '{')).status).to.equal(400);
  });

  it('count renders at once too, and give every place back', async () => {
    const { id } = await platform.account({ limits: { concurrent: 1 } });
    const [first, second, third] = (await toKeys(id, 3)) as [string, string, string];
    const body = await visualizeBody();
    const go = hold(platform.cog);
    const running = [visualize(platform, first, body), visualize(platform, second, body)];
    await eventually(async () => (await platform.database.renders.countDocuments({ account: id })) === 2);
    const refused = await visualize(platform, third, body);
    expect(refused.status).to.equal(429);
    expect(refused.body.message).to.contain('More than 2 renders at once for the live keys of this account');
    go();
    expect((await Promise.all(running)).map(({ status }) => status)).to.deep.equal([200, 200]);
    expect((await visualize(platform, third, body)).status).to.equal(200);
  });

  it('name the seconds until the oldest render is likely to end, and do not count what they refuse', async () => {
    const { key } = await platform.account({ limits: { concurrent: 1, perMinute: 3 } });
    const body = await visualizeBody();
    const location = { prefix: platform.config.QUEUE_PREFIX };
    // More than the renders before.
    for (let count = 0; count < 20; count += 1)
      await recordDurations(platform.redis, location, [{ provider: 'cog', ms: 60_000 }]);
    const go = hold(platform.cog);
    const running = visualize(platform, key, body);
    await eventually(
      async () => (await platform.database.renders.countDocuments({ state: 'running' })) === 1,
    );
    const refused = [];
    for (let count = 0; count < 4; count += 1) refused.push(await visualize(platform, key, body));
    for (const { status, headers, body } of refused) {
      expect([status, headers.get('ratelimit-remaining')]).to.deep.equal([429, '2']);
      const seconds = Number(headers.get('retry-after'));
      expect(seconds).to.be.within(6, 60);
      expect(body.message).to.equal(
        `More than 1 render at once for this key; one is likely to end in ${seconds} s.`,
      );
    }
    go();
    expect((await running).status).to.equal(200);
    expect((await visualize(platform, key, body)).status).to.equal(200);
  });
});
