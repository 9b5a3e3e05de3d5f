import { setTimeout } from 'node:timers/promises';
import { expect } from 'chai';
import { openDatabase } from '../../../shared/database/database.ts';
import { silentLogger } from '../../../shared/log.ts';
import { freshDatabase } from '../../support/stores.ts';

interface Server {
  requestCheck(): void;
  monitor: { connection: { closed: boolean; socket: { destroy(): void } } | null };
}

describe('the monitor of the database connection', () => {
  it('comes back after a check that was written to a dying socket', async () => {
    const uri = await freshDatabase();
    const database = await openDatabase({ uri, log: silentLogger(), patienceMs: 5000 });
    try {
      const { topology } = database.connection.getClient() as unknown as {
        topology: { s: { servers: Map<string, Server> } };
      };
      const server = [...topology.s.servers.values()][0]!;
      await setTimeout(700); // the driver checks at most every 500 ms
      const dying = server.monitor.connection!;
      // As a killed store does it: the socket is gone, the connection has not heard of it yet.
      dying.socket.destroy();
      server.requestCheck();
      await setTimeout(3000);
      expect(dying.closed).to.equal(true);
      expect(server.monitor.connection).to.not.equal(dying);
      await database.ping(1000);
    } finally {
      await database.close();
    }
  });
});
