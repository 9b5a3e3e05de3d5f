import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that is not attacked and only responds: its delays are those of the machine. */
const server = createServer((_req, res) => res.end('ok'));
process.once('SIGTERM', () => process.exit(0));
// What preloads into our children takes the reference away.
process.channel?.ref();
process.once('disconnect', () => process.exit(0));
server.listen({ host: '127.0.0.1', port: 0 });
await once(server, 'listening');
process.send?.({ type: 'ready', port: (server.address() as AddressInfo).port });
