import { expect } from 'chai';
import {
  type ListOptions,
  listRenders,
  type RenderFilter,
} from '../../../../../api/ops/renders/list-renders.ts';
import { rendersPage } from '../../../../../api/ops/renders/renders-page.tsx';
import { sharedPasswordUser } from '../../../../../api/ops/shared-password.ts';
import { type Database, openDatabase } from '../../../../../shared/database/database.ts';
import { newId } from '../../../../../shared/ids.ts';
import { silentLogger } from '../../../../../shared/log.ts';
import { getDriver } from '../../../../../shared/mongodb/driver.ts';
import { freshDatabase, patientMs } from '../../../../support/backends.ts';
import { endedRender } from '../../../../support/ended-render.ts';

const start = Date.UTC(2026, 10, 22, 12);
const count = 10;
const ids = Array.from({ length: count }, (_, index) => newId('rnd', start + index * 1000));

describe('the list of renders for operators', () => {
  let database: Database;

  before(async () => {
    database = await openDatabase({
      uri: await freshDatabase(),
      log: silentLogger(),
      selectionMs: patientMs,
    });
    await database.ensureIndexes();
    await getDriver(database.renders).insertMany(
      ids.map((_id, index) => ({
        ...endedRender({ _id, endedAt: start + index * 1000 }),
        account: index < 5 ? 'acc_1' : 'acc_2',
        ...(index === 1 ? { state: 'failed' as const } : {}),
        ...(index === 3 ? { keyId: 'store:nord', tryOn: { store: 'str_1', items: [] } } : {}),
        ...(index % 4 === 0
          ? {
              webhook: { url: 'https://a.example', state: 'failed' as const, attempt: 1, nextAt: new Date() },
            }
          : {}),
      })),
    );
  });
  after(() => database.close());

  const list = async (filter: RenderFilter, options: Partial<ListOptions> = {}) => {
    const { renders, searchedTo } = await listRenders(database.renders, filter, {
      limit: 3,
      step: 2,
      ...options,
    });
    return {
      found: renders.map(({ _id }) => ids.indexOf(_id)),
      to: searchedTo && ids.indexOf(searchedTo._id),
    };
  };

  it('searches step by step for what few renders are, and finds it among all', async () => {
    expect(await list({ state: 'failed' }, { searchMs: 60_000 })).to.deep.equal({
      found: [1],
      to: undefined,
    });
    expect(await list({ provider: 'none' }, { searchMs: 60_000 })).to.deep.equal({
      found: [],
      to: undefined,
    });
  });

  it('says how far a search has come when its time is over, and continues there', async () => {
    const searchMs = -1;
    expect(await list({ state: 'failed' }, { searchMs })).to.deep.equal({ found: [], to: 8 });
    expect(await list({ state: 'failed' }, { searchMs, before: ids[4]! })).to.deep.equal({
      found: [],
      to: 2,
    });
    expect(await list({ state: 'failed' }, { searchMs, before: ids[2]! })).to.deep.equal({
      found: [1],
      to: 0,
    });
    expect(await list({ state: 'failed' }, { searchMs, before: ids[0]! })).to.deep.equal({
      found: [],
      to: undefined,
    });
  });

  it('finds open renders at once, however old they are', async () => {
    await database.renders.updateOne({ _id: ids[0]! }, { state: 'running' });
    expect(await list({ state: 'running' }, { searchMs: -1 })).to.deep.equal({ found: [0], to: undefined });
    await database.renders.updateOne({ _id: ids[0]! }, { state: 'succeeded' });
  });

  it('fills a page from several steps, each render once', async () => {
    const first = await list({ state: 'succeeded' }, { searchMs: 60_000, limit: 4 });
    expect(first).to.deep.equal({ found: [9, 8, 7, 6], to: undefined });
    const next = await list({ state: 'succeeded' }, { searchMs: 60_000, limit: 9, before: ids[6]! });
    expect(next).to.deep.equal({ found: [5, 4, 3, 2, 0], to: undefined });
  });

  it('searches the renders of an account or of a time alone', async () => {
    const searchMs = -1;
    const accounts = ['acc_1'];
    expect(await list({ accounts, state: 'failed' }, { searchMs })).to.deep.equal({ found: [], to: 3 });
    const to = new Date(start + 2000).toISOString().slice(0, 19);
    expect((await list({ state: 'failed', to }, { searchMs })).found).to.deep.equal([1]);
  });

  it('finds the try-ons of a store and the webhooks by their indexes', async () => {
    expect(await list({ store: 'nord' })).to.deep.equal({ found: [3], to: undefined });
    expect(await list({ webhook: 'any' })).to.deep.equal({ found: [8, 4, 0], to: undefined });
    expect(await list({ webhook: 'failed', accounts: ['acc_1'] })).to.deep.equal({
      found: [4, 0],
      to: undefined,
    });
    expect(await list({ webhook: 'waiting' })).to.deep.equal({ found: [], to: undefined });
  });

  it('leads to the older ones, whether the page has renders or none', () => {
    const page = {
      person: { user: { id: sharedPasswordUser } } as never,
      filter: { provider: 'fal' },
      next: ids[2]!,
      searchedTo: new Date(start),
    };
    const html = rendersPage({ ...page, renders: [] }, { scripts: [], styles: [] } as never);
    expect(html)
      .to.include('None so far.')
      .and.include('Searched back to')
      .and.include(`href="?provider=fal&amp;before=${ids[2]}"`)
      .and.not.include('No render fits');
  });
});
