import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedCall {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
  at: number;
}

/** An analytics endpoint on loopback that records its calls and responds as configured. */
export interface TrackEndpoint {
  url: string;
  /** As an entry of OUTBOUND_ALLOW. */
  allow: string;
  calls: ReceivedCall[];
  connections(): number;
  answer: (call: ReceivedCall, res: ServerResponse) => void;
  close(): void;
}

export async function startTrackEndpoint(): Promise<TrackEndpoint> {
  let connections = 0;
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    const { method = '', url: path = '', headers } = req;
    const call = { method, path, headers, body: Buffer.concat(chunks).toString(), at: Date.now() };
    endpoint.calls.push(call);
    endpoint.answer(call, res);
  });
  server.on('connection', () => {
    connections += 1;
  });
  // A caller that stalls for some seconds finds its connection still open.
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const endpoint: TrackEndpoint = {
    url: `http://127.0.0.1:${port}`,
    allow: `127.0.0.1:${port}`,
    calls: [],
    connections: () => connections,
    answer: (_call, res) => void res.end('{"success":true}'),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return endpoint;
}
