import type { mongo } from 'mongoose';
import type { Logger } from '../log.ts';

const reportMs = 30_000;

/** Types of a server description that accept writes. */
const writable = new Set(['Standalone', 'RSPrimary', 'Mongos', 'LoadBalancer']);

/**
 * Logs the loss of the database once, then every 30 s with what the process is waiting for, and its return.
 * The driver reports a failed check of each server several times a second.
 */
export function logOutages(client: mongo.MongoClient, log: Logger): { close(): void } {
  let lostAt: number | undefined;
  let timer: NodeJS.Timeout | undefined;

  const report = (servers: string[], reason: string | undefined) => {
    const seconds = Math.round((Date.now() - (lostAt ?? Date.now())) / 1000);
    log.error({ servers, reason, seconds }, 'MongoDB has no server that accepts writes; waiting for one');
  };

  const end = () => {
    clearInterval(timer);
    lostAt = undefined;
  };

  const onChange = ({ newDescription }: mongo.TopologyDescriptionChangedEvent) => {
    const descriptions = [...newDescription.servers.values()];
    const available = descriptions.some(({ type }) => writable.has(type));
    if (available === (lostAt === undefined)) return;
    if (available) {
      log.info({ seconds: Math.round((Date.now() - lostAt!) / 1000) }, 'MongoDB accepts writes again');
      return end();
    }
    lostAt = Date.now();
    const servers = descriptions.map(({ address }) => address);
    const reason = descriptions.find(({ error }) => error)?.error?.message;
    report(servers, reason);
    timer = setInterval(() => report(servers, reason), reportMs);
    timer.unref();
  };

  client.on('topologyDescriptionChanged', onChange);
  return {
    close() {
      client.off('topologyDescriptionChanged', onChange);
      end();
    },
  };
}
