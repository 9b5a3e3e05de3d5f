import { expect } from 'chai';
import type { AccountDoc } from '../../../../shared/accounts/account-model.ts';
import type { BlobStorage } from '../../../../shared/blobs/blob-storage.ts';
import { type Database, openDatabase } from '../../../../shared/database/database.ts';
import { verifyInvariants } from '../../../../shared/invariants/verify.ts';
import { silentLogger } from '../../../../shared/log.ts';
import { getDriver } from '../../../../shared/mongodb/driver.ts';
import type { RenderDoc } from '../../../../shared/renders/render-model.ts';
import { freshDatabase } from '../../../support/backends.ts';

describe('verifyInvariants, over more than a page of accounts and renders', () => {
  let database: Database;
  before(async () => {
    const uri = await freshDatabase();
    const monitored = `${uri}${uri.includes('?') ? '&' : '?'}monitorCommands=true`;
    database = await openDatabase({ uri: monitored, log: silentLogger(), selectionMs: 5000 });
    await database.ensureIndexes();
    const accounts = Array.from({ length: 230 }, (_, n) => getAccount(`acc_${n}`));
    await getDriver(database.accounts).insertMany(accounts);
    const renders = Array.from({ length: 230 }, (_, n) => getRender(`rnd_${n}`));
    await getDriver(database.renders).insertMany([...renders, getRender('rnd_open', 'running')]);
  });
  after(() => database.close());

  const at = new Date();
  const noCredits = { granted: 0, available: 0, held: 0, spent: 0 };
  const getAccount = (_id: string) =>
    ({ _id, name: _id, credits: noCredits, holds: [], createdAt: at }) as unknown as AccountDoc;
  const getRender = (_id: string, state = 'failed') =>
    ({ _id, account: 'acc_7', state, fence: 1, mode: 'test', createdAt: at }) as unknown as RenderDoc;
  const blobs = { stat: async () => null } as unknown as BlobStorage;

  it('checks each of them once', async () => {
    const { accounts, renders, problems } = await verifyInvariants({ database, blobs, atRest: true });
    expect({ accounts, renders }).to.deep.equal({ accounts: 230, renders: 231 });
    expect(problems.map(({ invariant, offender, count }) => [invariant, offender, count])).to.deep.equal([
      ['I6', 'rnd_open', 1],
    ]);
  });

  it('needs no cursor that survives the check of a page: the server may end the cursors of an idle session', async () => {
    const client = database.connection.getClient();
    const ended: Promise<unknown>[] = [];
    client.on('commandSucceeded', ({ reply }: { reply: unknown }) => {
      const { id, ns = '' } = (reply as { cursor?: { id: unknown; ns?: string } }).cursor ?? {};
      if (!id || String(id) === '0') return;
      const killCursors = ns.slice(ns.indexOf('.') + 1);
      ended.push(database.connection.db!.command({ killCursors, cursors: [id] }));
    });
    const { accounts, renders } = await verifyInvariants({ database, blobs, atRest: false });
    await Promise.all(ended);
    expect({ accounts, renders }).to.deep.equal({ accounts: 230, renders: 231 });
  });
});
