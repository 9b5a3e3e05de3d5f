import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type ProxyFault =
  /** Every piece arrives that much later. */
  | { kind: 'latency'; ms: number }
  /** Nothing arrives, in either direction; no socket closes. What was swallowed is lost for good. */
  | { kind: 'blackhole' }
  /** Requests arrive and are carried out, answers do not: the outcome of every write is unknown. */
  | { kind: 'deaf' }
  /** Connections end with RST, and new ones as well. */
  | { kind: 'reset' }
  /** Each connection ends after that many more bytes of answers, in the middle of one. */
  | { kind: 'cut'; bytes: number };

export interface FaultProxy {
  port: number;
  /** New connections go to that port of this machine. */
  retarget(port: number): void;
  apply(fault: ProxyFault): void;
  lift(): void;
  close(): Promise<void>;
}

interface Link {
  client: Socket;
  server: Socket;
  /** Bytes of it were swallowed: what comes later would make no sense to either side. */
  damaged: boolean;
  /** Bytes of answers until a `cut` ends it. */
  left: number;
}

/** A way to a local server that misbehaves on demand, in front of Redis, the store or the model. */
export async function startFaultProxy(targetPort: number): Promise<FaultProxy> {
  const links = new Set<Link>();
  let target = targetPort;
  let fault: ProxyFault | undefined;

  const forward = (link: Link, from: Socket, to: Socket, piece: Buffer) => {
    const answer = from === link.server;
    if (fault?.kind === 'blackhole' || (fault?.kind === 'deaf' && answer)) {
      link.damaged = true;
    } else if (fault?.kind === 'cut' && answer) {
      to.write(piece.subarray(0, link.left));
      link.left -= piece.length;
      if (link.left <= 0) end(link);
    } else if (fault?.kind === 'latency') {
      setTimeout(() => to.write(piece), fault.ms);
    } else if (!to.write(piece)) {
      from.pause();
      to.once('drain', () => from.resume());
    }
  };

  const server = createServer((client) => {
    if (fault?.kind === 'reset') return void client.on('error', () => undefined).resetAndDestroy();
    const link: Link = {
      client,
      server: connect(target, '127.0.0.1'),
      damaged: false,
      left: bytesLeft(fault),
    };
    links.add(link);
    for (const [from, to] of [
      [client, link.server],
      [link.server, client],
    ] as const) {
      from.setNoDelay(true);
      from.on('error', () => undefined);
      from.on('data', (piece) => forward(link, from, to, piece));
      from.on('end', () => to.end());
      from.on('close', () => {
        to.destroy();
        links.delete(link);
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    port: (server.address() as AddressInfo).port,
    retarget: (port) => {
      target = port;
    },
    apply: (next) => {
      fault = next;
      for (const link of links) {
        if (next.kind === 'reset') link.client.resetAndDestroy();
        link.left = bytesLeft(next);
      }
    },
    lift: () => {
      fault = undefined;
      for (const link of links) if (link.damaged) end(link);
    },
    close: async () => {
      for (const link of links) end(link);
      server.close();
      await once(server, 'close');
    },
  };
}

function bytesLeft(fault: ProxyFault | undefined): number {
  return fault?.kind === 'cut' ? fault.bytes : Number.POSITIVE_INFINITY;
}

function end(link: Link): void {
  link.client.destroy();
  link.server.destroy();
}
