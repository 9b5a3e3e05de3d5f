import { expect } from 'chai';
import type { LedgerDoc } from '../../../../shared/credits/ledger-model.ts';
import { lastDays, readUsageDays } from '../../../../shared/credits/usage-days.ts';
import { type Database, openDatabase } from '../../../../shared/database/database.ts';
import { silentLogger } from '../../../../shared/log.ts';
import { getDriver } from '../../../../shared/mongodb/driver.ts';
import { freshDatabase, patientMs } from '../../../support/backends.ts';

const now = new Date('2026-11-22T10:30:00Z');

describe('the usage of an account by day', () => {
  let database: Database;
  before(async () => {
    const uri = await freshDatabase();
    database = await openDatabase({ uri, log: silentLogger(), selectionMs: patientMs });
  });
  after(() => database.close());

  let lines = 0;
  const capture = (account: string, ...days: string[]) =>
    getDriver(database.ledger).insertMany(
      days.map((day): LedgerDoc => {
        lines += 1;
        const at = new Date(`${day}T00:30:00Z`);
        return { _id: `hold_${lines}`, account, kind: 'capture', amount: 1, keyId: 'key_1', at };
      }),
    );
  const read = async (account: string, days = 3, at = now) =>
    (await readUsageDays(database.ledger, account, lastDays(days, at), at)).map(({ day, credits }) => [
      day,
      credits,
    ]);

  it('sums days that have ended once, and today each time', async () => {
    await capture('acc_1', '2026-11-21', '2026-11-21', '2026-11-22');
    expect(await read('acc_1')).to.deep.equal([
      ['2026-11-21', 2],
      ['2026-11-22', 1],
    ]);
    await capture('acc_1', '2026-11-20', '2026-11-22');
    expect(await read('acc_1')).to.deep.equal([
      ['2026-11-21', 2],
      ['2026-11-22', 2],
    ]);
    await capture('acc_1', '2026-11-10');
    expect(await read('acc_1', 20)).to.deep.include.members([['2026-11-10', 1]]);
  });

  it('sums yesterday again for an hour after midnight', async () => {
    const early = new Date('2026-11-22T00:40:00Z');
    await capture('acc_2', '2026-11-21');
    await read('acc_2', 3, early);
    await capture('acc_2', '2026-11-21');
    expect(await read('acc_2', 3, early)).to.deep.equal([['2026-11-21', 2]]);
  });

  it('adds what is new of today to what it has summed before', async () => {
    const captureAt = (id: string, at: string) =>
      database.ledger.create({
        ...{ _id: id, account: 'acc_5', kind: 'capture', amount: 1, keyId: 'key_1' },
        at: new Date(at),
      });
    const reads: unknown[] = [];
    for (const [index, time] of ['08:00', '09:50', '10:20', '11:40'].entries()) {
      await captureAt(`hold_today_${index}`, `2026-11-22T${time}:00Z`);
      reads.push(await read('acc_5', 1, new Date(`2026-11-22T${time}:30Z`)));
    }
    reads.push(await read('acc_5', 1, new Date('2026-11-22T13:00:00Z')));
    expect(reads).to.deep.equal([1, 2, 3, 4, 4].map((credits) => [['2026-11-22', credits]]));
  });

  it('keeps the accounts apart', async () => {
    await capture('acc_3', '2026-11-21');
    expect(await read('acc_4')).to.deep.equal([]);
    expect(await read('acc_3')).to.deep.equal([['2026-11-21', 1]]);
  });
});
