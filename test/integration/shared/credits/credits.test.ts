import { expect } from 'chai';
import type { AccountDoc } from '../../../../shared/accounts/account-model.ts';
import { createAccount } from '../../../../shared/accounts/accounts.ts';
import { applyGrants, grantCredits, holdCredit, settleHold } from '../../../../shared/credits/credits.ts';
import { type Database, openDatabase } from '../../../../shared/database/database.ts';
import { newId } from '../../../../shared/ids.ts';
import { silentLogger } from '../../../../shared/log.ts';
import { freshDatabase } from '../../../support/backends.ts';

describe('credits', () => {
  let database: Database;
  before(async () => {
    database = await openDatabase({ uri: await freshDatabase(), log: silentLogger(), selectionMs: 5000 });
    await database.ensureIndexes();
  });
  after(() => database.close());

  async function account(amount: number): Promise<string> {
    const { _id } = await createAccount(database.accounts, { name: 'Test' });
    if (amount > 0)
      await grantCredits(database, { account: _id, grantId: newId('grant'), amount, at: new Date() });
    return _id;
  }
  const read = async (id: string) => (await database.accounts.findById(id).lean<AccountDoc>())!;
  const hold = (id: string, name: string) =>
    holdCredit(database, { account: id, holdId: name, renderId: `r-${name}`, at: new Date() });
  const settle = (id: string, name: string, outcome: 'capture' | 'release') =>
    settleHold(database, { account: id, holdId: name, renderId: `r-${name}`, outcome, at: new Date() });

  it('holds exactly the balance when many calls come at once', async () => {
    const id = await account(70);
    const held = await Promise.all(Array.from({ length: 200 }, (_, at) => hold(id, `${id}-${at}`)));
    expect(held.filter(Boolean)).to.have.length(70);
    const { credits, holds } = await read(id);
    expect(credits).to.deep.equal({ granted: 70, available: 0, held: 70, spent: 0 });
    expect(holds).to.have.length(70);
  });

  it('holds one credit when the server carries out the same hold twice, also the last one', async () => {
    const id = await account(1);
    expect(await Promise.all([hold(id, `${id}-twice`), hold(id, `${id}-twice`)])).to.deep.equal([true, true]);
    const { credits, holds } = await read(id);
    expect(credits).to.include({ available: 0, held: 1 });
    expect(holds).to.have.length(1);
    expect(await hold(id, `${id}-another`)).to.equal(false);
  });

  it('captures a hold once, however often and by however many callers it is settled', async () => {
    const id = await account(3);
    await hold(id, `${id}-a`);
    await Promise.all(Array.from({ length: 10 }, () => settle(id, `${id}-a`, 'capture')));
    await settle(id, `${id}-a`, 'capture');
    expect((await read(id)).credits).to.deep.equal({ granted: 3, available: 2, held: 0, spent: 1 });
    expect(await database.ledger.countDocuments({ account: id, kind: 'capture' })).to.equal(1);
  });

  it('releases a hold once', async () => {
    const id = await account(1);
    await hold(id, `${id}-b`);
    await Promise.all([settle(id, `${id}-b`, 'release'), settle(id, `${id}-b`, 'release')]);
    expect((await read(id)).credits).to.deep.equal({ granted: 1, available: 1, held: 0, spent: 0 });
    expect(await hold(id, `${id}-c`)).to.equal(true);
  });

  it('finishes a settlement that died after its ledger line', async () => {
    const id = await account(1);
    await hold(id, `${id}-d`);
    const line = {
      _id: `${id}-d`,
      account: id,
      kind: 'capture',
      amount: 1,
      renderId: 'r',
      at: new Date(),
    } as const;
    await database.ledger.create(line);
    await settle(id, `${id}-d`, 'capture');
    expect((await read(id)).credits).to.deep.equal({ granted: 1, available: 0, held: 0, spent: 1 });
  });

  it('grants once per id, also in parallel', async () => {
    const id = await account(0);
    const grant = { account: id, grantId: newId('grant'), amount: 25, at: new Date() };
    await Promise.all(Array.from({ length: 8 }, () => grantCredits(database, grant)));
    expect((await read(id)).credits).to.deep.equal({ granted: 25, available: 25, held: 0, spent: 0 });
  });

  it('applies parallel grants with different ids completely', async () => {
    const id = await account(0);
    const grants = Array.from({ length: 10 }, () => ({
      account: id,
      grantId: newId('grant'),
      amount: 3,
      at: new Date(),
    }));
    await Promise.all(grants.map((grant) => grantCredits(database, grant)));
    expect((await read(id)).credits).to.include({ granted: 30, available: 30 });
  });

  it('applies a grant whose process died after the ledger line', async () => {
    const id = await account(5);
    await database.ledger.create({
      _id: newId('grant'),
      account: id,
      kind: 'grant',
      amount: 4,
      at: new Date(),
    });
    expect(await applyGrants(database, id)).to.include({ granted: 9, available: 9 });
  });

  for (const amount of [0, -1, 1.5, Number.NaN, 1e10]) {
    it(`refuses to grant ${amount}`, async () => {
      const id = await account(0);
      const grant = { account: id, grantId: newId('grant'), amount, at: new Date() };
      const refused = await grantCredits(database, grant).catch((error: unknown) => error);
      expect(refused).to.be.instanceOf(RangeError);
      expect(await database.ledger.countDocuments({ account: id })).to.equal(0);
    });
  }
});
