import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';

/** Listeners on private addresses that must not be reached through the platform. */
export interface Canaries {
  /** The same on each address. */
  port: number;
  /** Connections that arrived. */
  reached(): number;
  close(): Promise<void>;
}

/** Loopback addresses that Linux has without configuration. */
const addresses = ['127.0.0.1', '127.0.0.2', '127.1.2.3', '::1'];

const png = 'HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';

export async function openCanaries(): Promise<Canaries> {
  let reached = 0;
  const onConnection = (socket: Socket) => {
    reached += 1;
    socket.on('error', () => undefined).end(png);
  };
  const servers: Server[] = [];
  let port = 0;
  for (const host of addresses) {
    const server = createServer(onConnection);
    server.on('error', () => undefined); // an address that this machine does not have
    server.listen(port, host);
    const listening = await Promise.race([
      once(server, 'listening').then(() => true),
      once(server, 'close').then(() => false),
      once(server, 'error').then(() => false),
    ]);
    if (!listening) continue;
    port = (server.address() as AddressInfo).port;
    servers.push(server);
  }
  return {
    port,
    reached: () => reached,
    close: async () => {
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}
