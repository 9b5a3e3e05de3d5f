import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { type Database, openDatabase } from '../../../../shared/database/database.ts';
import { findLostMembers } from '../../../../shared/installation/find-lost-members.ts';
import { theInstallation } from '../../../../shared/installation/installation-model.ts';
import { silentLogger } from '../../../../shared/log.ts';
import { isBackendUnavailable } from '../../../../shared/mongodb/database-errors.ts';
import { freshDatabase } from '../../../support/backends.ts';
import { type TcpProxy, tcpProxy } from '../../../support/tcp-proxy.ts';

/** More than twice of it pass between two reads when everything stands still. */
const silentMs = 1_500;

describe('the lost members of an installation', () => {
  let proxy: TcpProxy;
  let database: Database;
  let beating: NodeJS.Timeout[];

  before(async () => {
    const uri = new URL(await freshDatabase());
    proxy = await tcpProxy(Number(uri.port));
    uri.port = String(proxy.port);
    uri.hostname = '127.0.0.1';
    database = await openDatabase({ uri: uri.href, log: silentLogger(), selectionMs: 500 });
  });
  beforeEach(async () => {
    proxy.mend();
    beating = [];
    await database.installations.deleteMany({});
    await database.installations.create({ _id: 'installation', id: 'inst_1', members: {} });
  });
  afterEach(() => beating.forEach(clearInterval));
  after(async () => {
    await database.close();
    await proxy.close();
  });

  const beat = (id: string) =>
    database.installations
      .updateOne(theInstallation, { $set: { [`members.${id}`]: new Date() } })
      .then(() => undefined)
      .catch(() => undefined);
  const keepBeating = async (id: string) => {
    await beat(id);
    beating.push(setInterval(() => void beat(id), 300));
  };
  const lost = async (ids: string[]) =>
    [...(await findLostMembers(database.installations, ids, { silentMs }))].sort();

  it('are those whose heartbeat stays the same, and those that have none', async () => {
    await keepBeating('live');
    await beat('killed');
    expect(await lost(['live', 'killed', 'left'])).to.deep.equal(['killed', 'left']);
  });

  it('do not include a live member whose clock is an hour off', async () => {
    const hour = 3_600_000;
    const beatLate = () =>
      database.installations.updateOne(theInstallation, {
        $set: { 'members.late': new Date(Date.now() - hour) },
      });
    await beatLate();
    beating.push(setInterval(() => void beatLate().catch(() => undefined), 300));
    expect(await lost(['late'])).to.deep.equal([]);
  });

  it('include no member because everything stood still for longer: the time begins again', async () => {
    await keepBeating('live');
    const looking = findLostMembers(database.installations, ['live'], { silentMs, pollMs: 20 });
    await delay(100);
    standStill(2 * silentMs);
    expect([...(await looking)]).to.deep.equal([]);
  });

  it('are not known while the database is away, and none is afterwards for that reason', async () => {
    await keepBeating('live');
    proxy.cut();
    const failure = await lost(['live']).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(isBackendUnavailable(failure)).to.equal(true);
    await delay(2 * silentMs);
    proxy.mend();
    expect(await lost(['live'])).to.deep.equal([]);
  });
});

/** This process with its database and its member, as when their machine sleeps. */
function standStill(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
