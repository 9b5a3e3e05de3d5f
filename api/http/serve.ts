import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { endsWithin } from '../../shared/async/ends-within.ts';
import { ConfigError } from '../../shared/config/load.ts';

export interface Serving {
  port: number;
  /**
   * Accepts no new connections, closes open ones after their next response, and lets waiting requests end
   * until `deadlineMs`; then `release` makes them respond, and after another `lastResponsesMs` all remaining
   * connections are destroyed.
   */
  close(deadlineMs: number, release: () => Promise<void>): Promise<void>;
}

/**
 * How long an idle connection stays open: longer than the 60 s after which load balancers close theirs
 * (nginx, ALB). With Node's 5 s they reuse connections that are being closed, and respond with 502.
 */
const keepAliveMs = 75_000;

/** After `release`, how long waiting requests get to write their responses. */
const lastResponsesMs = 2_000;

/** Listens on `host:port` (0 for a free port). @throws ConfigError when the port is taken. */
export async function serve(
  listener: RequestListener,
  options: { host: string; port: number },
): Promise<Serving> {
  const server = createServer();
  // Before the listener, so that a response has its header before it can be sent.
  const responses = responsesOf(server);
  server.on('request', listener);
  prepareForLongWaits(server);
  await listen(server, options);
  return {
    port: (server.address() as AddressInfo).port,
    close: (deadlineMs, release) => close(server, { responses, deadlineMs, release }),
  };
}

/** The open responses. One that begins after the server was closed is the last of its connection. */
function responsesOf(server: Server): Set<ServerResponse> {
  const responses = new Set<ServerResponse>();
  server.on('request', (_, response: ServerResponse) => {
    responses.add(response);
    response.once('close', () => responses.delete(response));
    if (!server.listening) endConnectionAfter(response);
  });
  return responses;
}

/**
 * Node keeps a busy connection for further requests after `server.close()`: a load balancer's connection
 * that is never idle would bring requests until the deadline destroys it. RFC 9112, 9.6.
 */
function endConnectionAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close');
}

/**
 * Node's own time-outs end with the body and do not affect a response that waits. Without TCP keep-alive
 * a peer that vanished is never detected (measured: after about 15 s with it).
 */
function prepareForLongWaits(server: Server): void {
  server.timeout = 0;
  server.keepAliveTimeout = keepAliveMs;
  server.headersTimeout = keepAliveMs + 5_000;
  server.on('connection', (socket) => socket.setKeepAlive(true, 15_000));
}

async function listen(server: Server, { host, port }: { host: string; port: number }): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    // A burst of new connections must not be refused while the event loop is busy.
    server.listen({ host, port, backlog: 2048 }, resolve);
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new ConfigError(
      `Port ${port} is in use; stop the process that uses it or set PORT to another port.`,
    );
  });
}

interface Closing {
  responses: Iterable<ServerResponse>;
  deadlineMs: number;
  release: () => Promise<void>;
}

async function close(server: Server, { responses, deadlineMs, release }: Closing): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  for (const response of responses) endConnectionAfter(response);
  server.closeIdleConnections();
  await endsWithin(closed, deadlineMs - lastResponsesMs);
  await release();
  await endsWithin(closed, lastResponsesMs);
  server.closeAllConnections();
  await closed;
}
