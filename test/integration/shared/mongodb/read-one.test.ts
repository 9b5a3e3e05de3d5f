import { expect } from 'chai';
import type mongoose from 'mongoose';
import { createAccount } from '../../../../shared/accounts/accounts.ts';
import { type Database, openDatabase } from '../../../../shared/database/database.ts';
import { silentLogger } from '../../../../shared/log.ts';
import { readOne } from '../../../../shared/mongodb/read-one.ts';
import { freshDatabase } from '../../../support/backends.ts';

describe('reading documents by a unique field', () => {
  let database: Database;
  let finds: mongoose.mongo.Document[];

  before(async () => {
    const uri = await freshDatabase();
    const monitored = `${uri}${uri.includes('?') ? '&' : '?'}monitorCommands=true`;
    database = await openDatabase({ uri: monitored, log: silentLogger(), selectionMs: 5000 });
    for (const name of ['a', 'b', 'c']) await createAccount(database.accounts, { id: `acc_${name}`, name });
    database.connection.getClient().on('commandStarted', ({ commandName, command }) => {
      if (commandName === 'find') finds.push(command);
    });
  });
  after(() => database.close());
  beforeEach(() => {
    finds = [];
  });

  const read = (id: string, fields?: mongoose.mongo.Document) =>
    readOne(database.accounts, '_id', id, fields);

  it('takes one command for those of the same turn, each with its own document or none', async () => {
    const ids = ['acc_c', 'acc_a', 'acc_none', 'acc_b', 'acc_a'];
    const found = await Promise.all(ids.map((id) => read(id)));
    expect(found.map((account) => account?.name)).to.deep.equal(['c', 'a', undefined, 'b', 'a']);
    expect(finds).to.have.length(1);
  });

  it('reads again in a later turn', async () => {
    await database.accounts.updateOne({ _id: 'acc_b' }, { name: 'changed' });
    expect((await read('acc_b'))?.name).to.equal('changed');
    expect((await read('acc_b'))?.name).to.equal('changed');
    expect(finds).to.have.length(2);
  });

  it('keeps reads of other fields apart', async () => {
    const [whole, part] = await Promise.all([read('acc_a'), read('acc_a', { credits: 1 })]);
    expect(whole).to.include.keys('name', 'credits');
    expect(part).to.have.all.keys('_id', 'credits');
  });
});
