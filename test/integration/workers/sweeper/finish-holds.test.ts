import { expect } from 'chai';
import type { AccountDoc, Hold } from '../../../../shared/accounts/account-model.ts';
import { type Database, openDatabase } from '../../../../shared/database/database.ts';
import { silentLogger } from '../../../../shared/log.ts';
import { getDriver } from '../../../../shared/mongodb/driver.ts';
import type { RenderDoc } from '../../../../shared/renders/render-model.ts';
import type { SweepDependencies } from '../../../../workers/sweeper/sweep-dependencies.ts';
import { renderDuties } from '../../../../workers/sweeper/sweeper.ts';
import { freshDatabase } from '../../../support/backends.ts';

describe('finish-holds', () => {
  let database: Database;
  beforeEach(async () => {
    database = await openDatabase({ uri: await freshDatabase(), log: silentLogger(), selectionMs: 5000 });
    await database.ensureIndexes();
  });
  afterEach(() => database.close());

  const at = new Date(Date.now() - 120_000);

  async function insertAccount(_id: string, holds: Hold[]): Promise<void> {
    const credits = { granted: holds.length, available: 0, held: holds.length, spent: 0 };
    const doc = { _id, name: _id, credits, holds, createdAt: at } as unknown as AccountDoc;
    await getDriver(database.accounts).insertOne(doc);
  }
  const getHold = (renderId: string): Hold => ({ holdId: `hold_${renderId}`, renderId, at });
  async function insertRunning(renderIds: string[]): Promise<void> {
    const docs = renderIds.map((_id) => ({ _id, state: 'running', holdId: `hold_${_id}` }));
    await getDriver(database.renders).insertMany(docs as unknown as RenderDoc[]);
  }
  const pass = () => {
    // Only the database is used by this duty.
    const duties = renderDuties({ database } as unknown as SweepDependencies);
    return () => duties['finish-holds']!.run(new AbortController().signal);
  };
  const heldBy = async (account: string) => (await database.accounts.findById(account).lean())!.credits.held;

  it('reaches every account when more than a page of accounts has long waiting renders, and begins again', async () => {
    const ids = Array.from({ length: 205 }, (_, n) => String(n).padStart(3, '0'));
    await insertRunning(ids);
    for (const id of ids) await insertAccount(`acc_${id}`, [getHold(id)]);
    await insertAccount('acc_999', [getHold('lost')]);
    const finishHolds = pass();
    expect([await finishHolds(), await finishHolds()]).to.deep.equal([0, 1]);
    expect(await heldBy('acc_999')).to.equal(0);
    expect(await heldBy('acc_204')).to.equal(1);

    await database.renders.deleteOne({ _id: '003' });
    expect(await finishHolds()).to.equal(1);
    expect(await heldBy('acc_003')).to.equal(0);
  });

  it('reaches a hold behind more than 500 holds of waiting renders of its account', async () => {
    const ids = Array.from({ length: 510 }, (_, n) => `rnd_${n}`);
    await insertRunning(ids);
    await insertAccount('acc', [...ids, 'lost'].map(getHold));
    expect(await pass()()).to.equal(1);
    expect(await heldBy('acc')).to.equal(510);
  });
});
