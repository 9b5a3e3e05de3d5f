import { expect } from 'chai';
import type mongoose from 'mongoose';
import type { LedgerDoc } from '../../../../shared/credits/ledger-model.ts';
import { type Database, openDatabase } from '../../../../shared/database/database.ts';
import { silentLogger } from '../../../../shared/log.ts';
import { insertIfNew } from '../../../../shared/mongodb/insert-new.ts';
import { freshDatabase } from '../../../support/backends.ts';

const line = (_id: string): LedgerDoc => ({
  _id,
  account: 'acc_1',
  kind: 'grant',
  amount: 1,
  at: new Date(),
});

describe('inserting documents that are new', () => {
  let database: Database;
  let inserts: mongoose.mongo.Document[];

  before(async () => {
    const uri = await freshDatabase();
    const monitored = `${uri}${uri.includes('?') ? '&' : '?'}monitorCommands=true`;
    database = await openDatabase({ uri: monitored, log: silentLogger(), selectionMs: 5000 });
    database.connection.getClient().on('commandStarted', ({ commandName, command }) => {
      if (commandName === 'insert') inserts.push(command);
    });
  });
  after(() => database.close());
  beforeEach(() => {
    inserts = [];
  });

  const insert = (id: string) => insertIfNew(database.ledger, line(id));

  it('takes one command for those of the same turn', async () => {
    expect(await Promise.all(['a', 'b', 'c'].map(insert))).to.deep.equal([true, true, true]);
    expect(inserts).to.have.length(1);
    expect(await database.ledger.countDocuments({ _id: { $in: ['a', 'b', 'c'] } })).to.equal(3);
  });

  it('tells which of them was there before, and inserts the others', async () => {
    expect(await insert('a')).to.equal(false);
    expect(await Promise.all(['d', 'a', 'e', 'e'].map(insert))).to.deep.equal([true, false, true, false]);
    expect(await database.ledger.countDocuments({ _id: { $in: ['d', 'e'] } })).to.equal(2);
  });

  it('rejects for each of them when the command fails', async () => {
    const uri = await freshDatabase();
    const gone = await openDatabase({ uri, log: silentLogger(), selectionMs: 300 });
    await gone.close();
    const outcomes = await Promise.allSettled(['f', 'g'].map((id) => insertIfNew(gone.ledger, line(id))));
    expect(outcomes.map(({ status }) => status)).to.deep.equal(['rejected', 'rejected']);
  });
});
