import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { clock } from './clock.ts';
import type { Arrivals, DestinationMessage, DestinationMode } from './destinations.ts';

/**
 * Analytics endpoints of many merchants: each has a port of its own, since a worker knows destinations by
 * their origin. They record when each event arrived first, by its `Idempotency-Key`.
 */
const count = Number(process.env.DESTINATIONS ?? '1');
const modes = new Map<number, DestinationMode>();
const firstAt = new Map<string, number>();
let calls = 0;
/** Different events that arrived at a healthy destination. */
let received = 0;
let awaited = Number.POSITIVE_INFINITY;

function arrived(req: IncomingMessage, mode: DestinationMode): void {
  calls += 1;
  const id = String(req.headers['idempotency-key']);
  if (firstAt.has(id)) return;
  firstAt.set(id, clock());
  if (mode === 'well') received += 1;
  tellWhenReached();
}

function tellWhenReached(): void {
  if (received < awaited) return;
  awaited = Number.POSITIVE_INFINITY;
  process.send?.({ type: 'reached' });
}

function serve(index: number): (req: IncomingMessage, res: ServerResponse) => void {
  return (req, res) => {
    req.resume();
    req.once('end', () => {
      const mode = modes.get(index) ?? 'well';
      arrived(req, mode);
      if (mode === 'silent') return;
      res.writeHead(mode === 'well' ? 200 : 500, { 'content-type': 'application/json' });
      res.end('{"success":true}');
    });
  };
}

async function listen(index: number): Promise<number> {
  const server = createServer(serve(index));
  server.listen({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

function obey(message: DestinationMessage): void {
  if (message.type === 'mode') modes.set(message.index, message.mode);
  if (message.type === 'await') {
    awaited = message.events;
    tellWhenReached();
  }
  if (message.type === 'take') {
    process.send?.({ type: 'arrivals', firstAt: [...firstAt], calls } satisfies Arrivals);
    firstAt.clear();
    calls = 0;
    received = 0;
  }
}

process.on('message', (message: DestinationMessage) => obey(message));
process.once('SIGTERM', () => process.exit(0));
process.once('disconnect', () => process.exit(0));
const ports: number[] = [];
for (let index = 0; index < count; index++) ports.push(await listen(index));
process.send?.({ type: 'ready', ports });
