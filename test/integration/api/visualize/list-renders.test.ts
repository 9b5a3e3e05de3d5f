import { expect } from 'chai';
import { newId } from '../../../../shared/ids.ts';
import type { RenderDoc } from '../../../../shared/renders/render-model.ts';
import { call, startPlatform, type TestAccount, type TestPlatform } from '../../../support/platform.ts';

describe('GET /visualize', () => {
  let platform: TestPlatform;
  let account: TestAccount;
  const ids: string[] = [];
  const day = (date: number) => new Date(Date.UTC(2026, 0, date));
  before(async () => {
    platform = await startPlatform({ workers: 0, env: { SWEEP_SECONDS: '600' } });
    account = await platform.account();
    // Two renders of each day, so that pages must also be cut between equal times.
    for (let count = 0; count < 8; count += 1)
      ids.push(await insert(account.id, day(1 + Math.floor(count / 2))));
    await platform.database.renders.updateMany(
      { _id: { $in: ids.slice(0, 3) } },
      { $set: { state: 'failed' } },
    );
    await insert(account.id, day(9), 'test');
    await insert((await platform.account()).id, day(9));
  });
  after(() => platform.close());

  async function insert(owner: string, createdAt: Date, mode: 'live' | 'test' = 'live'): Promise<string> {
    const _id = newId('rnd');
    const image = { blob: `renders/${_id}/in/a`, mime: 'image/jpeg', width: 9, height: 9, bytes: 3 } as const;
    await platform.database.renders.create({
      _id,
      account: owner,
      keyId: 'key',
      mode,
      state: 'cancelled',
      scene: image,
      products: [],
      output: { width: 9, height: 9 },
      requestId: 'req',
      fence: 0,
      enqueueCount: 1,
      timings: { intake: 9 },
      deadlineAt: createdAt,
      createdAt,
    } satisfies RenderDoc);
    return _id;
  }
  const list = (query: string, key = account.key) => call(platform, 'GET', `/visualize${query}`, key);
  const getIds = ({ body }: { body: { renders: { id: string }[] } }) => body.renders.map(({ id }) => id);

  it('lists the renders of the account and mode, newest first, page by page', async () => {
    const found: string[] = [];
    let cursor: string | null = '';
    let pages = 0;
    do {
      const page = await list(`?limit=3${cursor ? `&cursor=${cursor}` : ''}`);
      expect(page.status).to.equal(200);
      found.push(...getIds(page));
      cursor = page.body.nextCursor;
      pages += 1;
    } while (cursor);
    expect(pages).to.equal(3);
    expect(found).to.have.length(8);
    expect(new Set(found)).to.deep.equal(new Set(ids));
    const times = (await list('')).body.renders.map(({ createdAt }: { createdAt: string }) => createdAt);
    expect(times).to.deep.equal([...times].sort().reverse());
  });

  it('shows each as GET /visualize/{id} does, without an image', async () => {
    const [first] = (await list('?limit=1')).body.renders;
    const { body } = await call(platform, 'GET', `/visualize/${first.id}`, account.key);
    expect(first).to.deep.equal({ ...body, usage: { credits: 0 } });
  });

  it('filters by state and time', async () => {
    expect(getIds(await list('?state=failed'))).to.have.members(ids.slice(0, 3));
    expect(getIds(await list('?from=2026-01-02&to=2026-01-04T00:00:00Z'))).to.have.members(ids.slice(2, 6));
  });

  it('lists test renders for a test key', async () => {
    expect(getIds(await list('', account.testKey))).to.have.length(1);
  });

  const wrong: [string, string][] = [
    ['?limit=0', 'limit must be a whole number from 1 to 100.'],
    ['?limit=101', 'limit must be a whole number from 1 to 100.'],
    ['?cursor=x', 'cursor is not a cursor of this list; send the nextCursor of a page.'],
    ['?state=done', 'state is not a state of a render; use'],
    ['?from=yesterday', 'from is not a valid time; send one such as 2026-11-21T09:00:00Z.'],
    ['?from=2026-13-01', 'from is not a valid time'],
    ['?page=2', 'page is not a known query parameter; use state, from, to, limit, cursor.'],
    ['?state=new&state=queued', 'state must be given once.'],
  ];
  for (const [query, message] of wrong) {
    it(`rejects ${query}`, async () => {
      const { status, body } = await list(query);
      expect([status, body.code]).to.deep.equal([400, 'INVALID_INPUT']);
      expect(body.message).to.include(message);
    });
  }
});
