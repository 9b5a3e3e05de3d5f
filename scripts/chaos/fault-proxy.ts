import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type ProxyFault =
  /** Every piece arrives that much later. */
  | { kind: 'latency'; ms: number }
  /** Nothing arrives in either direction; no socket closes. What was dropped is never sent. */
  | { kind: 'blackhole' }
  /** Requests arrive and are carried out, responses do not arrive: the outcome of every write is unknown. */
  | { kind: 'deaf' }
  /** Connections end with RST, and new ones as well. */
  | { kind: 'reset' }
  /** Each connection ends after that many more bytes of responses, in the middle of one. */
  | { kind: 'cut'; bytes: number };

export interface FaultProxy {
  readonly port: number;
  /** New connections go to that port of this machine. */
  retarget(port: number): void;
  apply(fault: ProxyFault): void;
  lift(): void;
  close(): Promise<void>;
}

interface Link {
  client: Socket;
  server: Socket;
  /** Bytes of it were dropped, so neither side could read what comes later. */
  damaged: boolean;
  /** Bytes of responses until a `cut` ends it. */
  left: number;
}

/** Starts a proxy that misbehaves on demand in front of a local server: Redis, MongoDB or the model. */
export async function startFaultProxy(targetPort: number): Promise<FaultProxy> {
  const proxy = new LocalFaultProxy(targetPort);
  await proxy.listen();
  return proxy;
}

class LocalFaultProxy implements FaultProxy {
  readonly #links = new Set<Link>();
  readonly #server = createServer((client) => this.#accept(client));
  #target: number;
  #fault: ProxyFault | undefined;

  constructor(targetPort: number) {
    this.#target = targetPort;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async listen(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  retarget(port: number): void {
    this.#target = port;
  }

  apply(fault: ProxyFault): void {
    this.#fault = fault;
    for (const link of this.#links) {
      if (fault.kind === 'reset') link.client.resetAndDestroy();
      link.left = bytesLeft(fault);
    }
  }

  lift(): void {
    this.#fault = undefined;
    for (const link of this.#links) if (link.damaged) end(link);
  }

  async close(): Promise<void> {
    for (const link of this.#links) end(link);
    this.#server.close();
    await once(this.#server, 'close');
  }

  #accept(client: Socket): void {
    if (this.#fault?.kind === 'reset') return void client.on('error', () => undefined).resetAndDestroy();
    const server = connect(this.#target, '127.0.0.1');
    const link: Link = { client, server, damaged: false, left: bytesLeft(this.#fault) };
    this.#links.add(link);
    this.#pipe(link, client, server);
    this.#pipe(link, server, client);
  }

  #pipe(link: Link, from: Socket, to: Socket): void {
    from.setNoDelay(true);
    from.on('error', () => undefined);
    from.on('data', (piece) => this.#forward(link, from, to, piece));
    from.on('end', () => to.end());
    from.on('close', () => {
      to.destroy();
      this.#links.delete(link);
    });
  }

  #forward(link: Link, from: Socket, to: Socket, piece: Buffer): void {
    const fault = this.#fault;
    const isResponse = from === link.server;
    if (fault?.kind === 'blackhole' || (fault?.kind === 'deaf' && isResponse)) {
      link.damaged = true;
    } else if (fault?.kind === 'cut' && isResponse) {
      to.write(piece.subarray(0, link.left));
      link.left -= piece.length;
      if (link.left <= 0) end(link);
    } else if (fault?.kind === 'latency') {
      setTimeout(() => to.write(piece), fault.ms);
    } else if (!to.write(piece)) {
      from.pause();
      to.once('drain', () => from.resume());
    }
  }
}

function bytesLeft(fault: ProxyFault | undefined): number {
  return fault?.kind === 'cut' ? fault.bytes : Number.POSITIVE_INFINITY;
}

function end(link: Link): void {
  link.client.destroy();
  link.server.destroy();
}
