import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Sent when the ports of the API processes change. */
export interface BalancerTargets {
  ports: number[];
}

let ports: number[] = [];
let turn = 0;

/** A proxy before several API processes, as production has one: connections go to them in turn. */
const server = createServer((client) => {
  turn += 1;
  const port = ports[turn % Math.max(1, ports.length)];
  if (port === undefined) return void client.destroy();
  join(client, connect(port, '127.0.0.1'));
});

/** Both ends are closed together: a half that stays would hide a leak, or look like one. */
function join(client: Socket, api: Socket): void {
  for (const [from, to] of [
    [client, api],
    [api, client],
  ] as const) {
    from.setNoDelay(true);
    from.on('error', () => undefined);
    from.on('close', () => to.destroy());
    from.pipe(to);
  }
}

process.on('message', (message) => {
  ({ ports } = message as BalancerTargets);
});
process.once('SIGTERM', () => process.exit(0));
// What preloads into our children takes the reference away.
process.channel?.ref();
process.once('disconnect', () => process.exit(0));
server.listen({ host: '127.0.0.1', port: 0, backlog: 2048 });
await once(server, 'listening');
process.send?.({ type: 'ready', port: (server.address() as AddressInfo).port });
