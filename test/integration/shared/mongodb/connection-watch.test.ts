import { setTimeout } from 'node:timers/promises';
import { expect } from 'chai';
import { type Database, openDatabase } from '../../../../shared/database/database.ts';
import { silentLogger } from '../../../../shared/log.ts';
import { freshDatabase } from '../../../support/backends.ts';

interface Connection {
  closed: boolean;
  socket: { destroy(): void };
}

interface Server {
  requestCheck(): void;
  monitor: { connection: Connection | null };
  pool: { checkedOutConnections: Set<Connection> };
}

describe('the connections of the database', () => {
  let database: Database;

  beforeEach(async () => {
    database = await openDatabase({ uri: await freshDatabase(), log: silentLogger(), selectionMs: 5000 });
  });
  afterEach(() => database.close());

  function theServer(): Server {
    const { topology } = database.connection.getClient() as unknown as {
      topology: { s: { servers: Map<string, Server> } };
    };
    return [...topology.s.servers.values()][0]!;
  }

  it('find the server again after a check that was written to a dying socket', async () => {
    const server = theServer();
    await setTimeout(700); // the driver checks at most every 500 ms
    const dying = server.monitor.connection!;
    // As with a killed database: the socket is gone, and the connection has not noticed yet.
    dying.socket.destroy();
    server.requestCheck();
    await setTimeout(3000);
    expect(dying.closed).to.equal(true);
    expect(server.monitor.connection).to.not.equal(dying);
    await database.ping(10_000);
  });

  it('reject a command that was written to a dying socket, and run the next one', async () => {
    const { pool } = theServer();
    const dying: Connection[] = [];
    database.connection.getClient().once('connectionCheckedOut', () => {
      dying.push(...pool.checkedOutConnections);
      for (const { socket } of dying) socket.destroy();
    });
    const read = () => database.connection.db!.command({ find: 'renders' });
    const outcome = read().then(
      () => 'an answer',
      (error: Error) => error.name,
    );
    expect(await Promise.race([outcome, setTimeout(20_000, 'nothing', { ref: false })])).to.equal(
      'MongoNetworkError',
    );
    expect(dying.map(({ closed }) => closed)).to.deep.equal([true]);
    expect(pool.checkedOutConnections.size).to.equal(0);
    expect(await read()).to.include({ ok: 1 });
  });
});
