import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { OutboundRefused } from './refused.ts';
import { type Lookup, resolvePublic } from './resolve.ts';

export interface ConnectorOptions {
  lookup: Lookup;
  isPublic: (address: string) => boolean;
  /** Destinations that are connected to without any check; `hostname` with the brackets of IPv6. */
  isAllowed: (hostname: string, port: number) => boolean;
  /** Name look-up, TCP and TLS together, milliseconds. */
  timeoutMs: number;
  /** PEM certificates to trust instead of the system's. */
  ca?: string | undefined;
}

/**
 * Opens sockets to public addresses only. Three checks, since each alone has a gap: the literal (undici does not
 * call `lookup` for one, measured), the very look-up result that is connected to (a second look-up could be
 * rebound), and the peer of the open socket. A pooled socket has passed them and stays with its peer.
 */
export function createConnector(options: ConnectorOptions): buildConnector.connector {
  const { isPublic, isAllowed, timeoutMs } = options;
  const shared = {
    timeout: timeoutMs,
    // The default of 250 ms per address gives up on hosts a continent away.
    autoSelectFamilyAttemptTimeout: 1_000,
    ...(options.ca === undefined ? {} : { ca: options.ca }),
  };
  const open = buildConnector(shared);
  const guarded = buildConnector({ ...shared, lookup: guardedLookup(options) });

  return (target, callback) => {
    const { hostname } = target;
    const port = Number(target.port) || (target.protocol === 'https:' ? 443 : 80);
    if (isAllowed(isIP(hostname) === 6 ? `[${hostname}]` : hostname, port)) return open(target, callback);
    if (isIP(hostname) && !isPublic(hostname)) return callback(new OutboundRefused('address'), null);
    guarded(target, (...[error, socket]) => {
      if (error) return callback(error, null);
      if (isPublic(socket.remoteAddress ?? '')) return callback(null, socket);
      socket.destroy();
      callback(
        new OutboundRefused('address', { cause: new Error(`connected to ${socket.remoteAddress}`) }),
        null,
      );
    });
  };
}

function guardedLookup({ lookup, isPublic }: ConnectorOptions): LookupFunction {
  return (hostname, { all }, callback) => {
    resolvePublic(hostname, lookup, isPublic).then(
      (addresses) => {
        const results = addresses.map((address) => ({ address, family: isIP(address) }));
        if (all) callback(null, results);
        else callback(null, results[0]!.address, results[0]!.family);
      },
      (error: Error) => callback(error, ''),
    );
  };
}
