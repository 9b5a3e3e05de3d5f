import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { EndpointCall } from './event-history.ts';

/**
 * Behavior of an endpoint without a fault: `well` accepts everything; `picky` responds with 400 to every fifth event,
 * by its id; `gone` responds with 410 after its first events.
 */
export type Temper = 'well' | 'picky' | 'gone';

/** Responds with 500, or not until the fault ends: then half of the callers receive 200, half a reset. */
export type Disturbance = 'fails' | 'hangs';

export interface Endpoint {
  slug: string;
  url: string;
  /** As an entry of OUTBOUND_ALLOW. */
  allow: string;
}

export interface Endpoints {
  all: Endpoint[];
  calls: EndpointCall[];
  disturb(index: number, how: Disturbance): void;
  settle(index: number): void;
  close(): void;
}

/** After so many events the endpoint that is `gone` responds with 410. */
const stays = 30;

/** Returns true for every fifth event by the number at the end of its id. */
const isPickedOut = (id: string): boolean => Number(id.split('-').at(-1)) % 5 === 0;

/** Starts one analytics endpoint for each slug, on a port of its own. */
export async function startEndpoints(tempers: Record<string, Temper>): Promise<Endpoints> {
  const calls: EndpointCall[] = [];
  const made = await Promise.all(
    Object.entries(tempers).map(([slug, temper]) => startEndpoint(slug, temper, calls)),
  );
  return {
    all: made.map(({ endpoint }) => endpoint),
    calls,
    disturb: (index, how) => made[index % made.length]!.disturb(how),
    settle: (index) => made[index % made.length]!.settle(),
    close: () => {
      for (const { server } of made) {
        server.closeAllConnections();
        server.close();
      }
    },
  };
}

interface Made {
  endpoint: Endpoint;
  server: Server;
  disturb(how: Disturbance): void;
  settle(): void;
}

async function startEndpoint(slug: string, temper: Temper, calls: EndpointCall[]): Promise<Made> {
  let disturbance: Disturbance | undefined;
  let held: { call: EndpointCall; res: ServerResponse }[] = [];
  let seen = 0;

  const usual = ({ id }: EndpointCall): number => {
    seen += 1;
    if (temper === 'gone') return seen > stays ? 410 : 200;
    return temper === 'picky' && isPickedOut(id) ? 400 : 200;
  };
  const answer = (call: EndpointCall, res: ServerResponse, status: number) => {
    call.status = status;
    res.writeHead(status, { 'content-type': 'application/json' }).end('{}');
  };
  const server = createServer(async (req, res) => {
    res.on('error', () => undefined);
    const call = await readCall(req, slug).catch(() => undefined);
    if (!call) return;
    calls.push(call);
    if (disturbance === 'hangs') held.push({ call, res });
    else answer(call, res, disturbance === 'fails' ? 500 : usual(call));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: { slug, url: `http://127.0.0.1:${port}`, allow: `127.0.0.1:${port}` },
    server,
    disturb: (how) => {
      disturbance = how;
    },
    settle: () => {
      disturbance = undefined;
      for (const [index, { call, res }] of held.entries()) {
        if (index % 2 === 0) res.destroy();
        else answer(call, res, usual(call));
      }
      held = [];
    },
  };
}

async function readCall(req: IncomingMessage, slug: string): Promise<EndpointCall> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  const { anonymousId } = JSON.parse(Buffer.concat(chunks).toString()) as { anonymousId: unknown };
  return { id: String(req.headers['idempotency-key']), slug, anonymousId };
}
