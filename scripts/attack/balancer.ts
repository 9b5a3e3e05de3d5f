import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy before several API processes, as production has one: connections go to them in turn. */
export interface Balancer {
  readonly port: number;
  close(): Promise<void>;
}

/** Starts a proxy for the ports that `targets` returns at that moment; a process that is down has none. */
export async function startBalancer(targets: () => number[]): Promise<Balancer> {
  const open = new Set<Socket>();
  let turn = 0;
  const server = createServer((client) => {
    const ports = targets();
    turn += 1;
    const port = ports[turn % Math.max(1, ports.length)];
    if (port === undefined) return void client.destroy();
    join(client, connect(port, '127.0.0.1'), open);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Both ends are closed together: a half that stays would hide a leak, or look like one. */
function join(client: Socket, api: Socket, open: Set<Socket>): void {
  for (const [from, to] of [
    [client, api],
    [api, client],
  ] as const) {
    open.add(from);
    from.setNoDelay(true);
    from.on('error', () => undefined);
    from.on('close', () => {
      open.delete(from);
      to.destroy();
    });
    from.pipe(to);
  }
}
