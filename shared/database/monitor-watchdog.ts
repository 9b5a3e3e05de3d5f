import type { mongo } from 'mongoose';

/** What is needed of the driver's monitors; internal to the driver, hence every part is optional. */
interface Monitor {
  connection?: { closed?: boolean } | null;
  close?(): void;
  connect?(): void;
}

interface Internals {
  topology?: { s?: { servers?: Map<string, { monitor?: Monitor | null }> } };
}

const lookEveryMs = 500;

/**
 * Restarts a server monitor that waits for the answer to a check on a connection which is closed.
 *
 * mongodb 7.8.0 writes a check to a socket that is just being destroyed, and then waits for a `drain` that
 * never comes: the monitor is stuck for good, and with it the server is unknown for good. Measured with a
 * store killed under load: about one process in twenty never came back without a restart. Servers that
 * send a `topologyVersion` are mostly spared, because the driver restarts their monitors itself.
 */
export function watchMonitors(client: mongo.MongoClient): { close(): void } {
  const checking = new Set<string>();
  client.on('serverHeartbeatStarted', ({ connectionId }) => checking.add(connectionId));
  client.on('serverHeartbeatSucceeded', ({ connectionId }) => checking.delete(connectionId));
  client.on('serverHeartbeatFailed', ({ connectionId }) => checking.delete(connectionId));
  const timer = setInterval(() => {
    const { topology } = client as unknown as Internals;
    for (const address of checking) {
      const monitor = topology?.s?.servers?.get(address)?.monitor;
      // A check that fails drops its connection in the same step, so this one will never be told.
      if (!monitor?.connection?.closed) continue;
      checking.delete(address);
      monitor.close?.();
      monitor.connect?.();
    }
  }, lookEveryMs);
  timer.unref();
  return { close: () => clearInterval(timer) };
}
