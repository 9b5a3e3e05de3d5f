import { expect } from 'chai';
import { type Database, openDatabase } from '../../../../shared/database/database.ts';
import type { EventDoc } from '../../../../shared/events/event-model.ts';
import { silentLogger } from '../../../../shared/log.ts';
import { isBackendUnavailable } from '../../../../shared/mongodb/database-errors.ts';
import { getDriver } from '../../../../shared/mongodb/driver.ts';
import { freshDatabase } from '../../../support/backends.ts';
import { type TcpProxy, tcpProxy } from '../../../support/tcp-proxy.ts';

describe('bulk writes while the database cannot be reached', () => {
  let proxy: TcpProxy;
  let database: Database;

  before(async function () {
    const uri = new URL(await freshDatabase());
    if (!uri.port) return this.skip();
    proxy = await tcpProxy(Number(uri.port));
    uri.port = String(proxy.port);
    database = await openDatabase({ uri: uri.href, log: silentLogger(), selectionMs: 300 });
    proxy.cut();
  });
  after(async () => {
    await database?.close();
    await proxy?.close();
  });

  const document = { _id: 'store_1.e1' } as EventDoc;
  const writes: [name: string, run: () => Promise<unknown>][] = [
    ['insertMany', () => getDriver(database.events).insertMany([document], { ordered: false })],
    ['bulkWrite', () => getDriver(database.events).bulkWrite([{ insertOne: { document } }])],
    ['insertMany of mongoose', () => database.events.insertMany([{ _id: 'x' }], { lean: true })],
  ];
  for (const [name, run] of writes) {
    it(`reject with an error of an outage: ${name}`, async () => {
      const error = await run().then(
        () => undefined,
        (failure: unknown) => failure,
      );
      expect(isBackendUnavailable(error), String(error)).to.equal(true);
    });
  }
});
