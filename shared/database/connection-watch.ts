import type { mongo } from 'mongoose';

/** What is needed of the driver's connections; internal to the driver, hence every part is optional. */
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

const lookEveryMs = 500;

/**
 * Ends commands that were written to a socket which was just being destroyed.
 *
 * mongodb 7.8.0 waits for the `drain` of a socket whose `write` said false, and a destroyed one says false and
 * never drains: no timeout of the driver ends that wait. A check of the monitor that is stuck so leaves the server
 * unknown for good (measured with a store killed under load: about one process in twenty never came back), any
 * other command never answers, and the job or the call it was for stays under way for good. With a `drain` the
 * driver goes on, finds its connection closed, and fails the command with the network error that it knows.
 */
export function watchConnections(client: mongo.MongoClient): { close(): void } {
  const timer = setInterval(() => {
    const { topology } = client as unknown as Internals;
    for (const { monitor, pool } of topology?.s?.servers?.values() ?? []) {
      // A command that fails drops its connection in the same step, so those left here will never be told.
      for (const connection of [monitor?.connection, ...(pool?.checkedOutConnections ?? [])]) {
        if (connection?.closed) connection.socket?.emit?.('drain');
      }
    }
  }, lookEveryMs);
  timer.unref();
  return { close: () => clearInterval(timer) };
}
