import type { mongo } from 'mongoose';

/** The parts of the driver's connections used here. They are internal to the driver, so each is optional. */
interface Connection {
  closed?: boolean;
  socket?: { emit?(event: 'drain'): boolean };
}

interface Server {
  monitor?: { connection?: Connection | null } | null;
  pool?: { checkedOutConnections?: Iterable<Connection> };
}

interface Internals {
  topology?: { s?: { servers?: Map<string, Server> } };
}

const checkEveryMs = 500;

/**
 * Ends commands that were written to a socket while it was being destroyed.
 *
 * mongodb 7.8.0 waits for the `drain` of a socket whose `write` returned false. A destroyed socket returns false
 * and never drains, and no time-out of the driver ends that wait. A monitor check that is stuck in it leaves the
 * server unknown forever (measured with a database killed under load: about one process in twenty never
 * reconnected); any other command never ends, nor does the job or request that sent it. On a `drain` event the
 * driver continues, finds its connection closed, and fails the command with its network error.
 */
export function watchConnections(client: mongo.MongoClient): { close(): void } {
  const timer = setInterval(() => {
    const { topology } = client as unknown as Internals;
    for (const { monitor, pool } of topology?.s?.servers?.values() ?? []) {
      // A failing command removes its connection in the same step: those that are left here are stuck.
      for (const connection of [monitor?.connection, ...(pool?.checkedOutConnections ?? [])]) {
        if (connection?.closed) connection.socket?.emit?.('drain');
      }
    }
  }, checkEveryMs);
  timer.unref();
  return { close: () => clearInterval(timer) };
}
