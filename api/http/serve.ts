import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { endsWithin } from '../../shared/async/ends-within.ts';
import { ConfigError } from '../../shared/config/load.ts';
import { deferContinue } from './expect-continue.ts';
import type { MessageClasses } from './message-classes.ts';
import { type OpenResponses, trackResponses } from './open-responses.ts';
import { arrivalOptions, endSlowRequests, type OwnBodyTime } from './slow-requests.ts';

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
 * Time after which an idle connection is closed: longer than the 60 s of load balancers (nginx, ALB). With Node's 5 s
 * they reuse connections that are being closed, and respond with 502.
 */
const keepAliveMs = 75_000;

const defaultArrivalMs = 30_000;

/** After `release`, how long waiting requests get to write their responses. */
const lastResponsesMs = 2_000;

export interface ServeOptions {
  host: string;
  /** 0 for a free one. */
  port: number;
  /** Connections at once; further ones are closed as soon as they are accepted. Default: no limit. */
  maxConnections?: number;
  /** Called for each of these. */
  onRefused?: () => void;
  /** Time for a request to arrive with its whole body; default 30 s. */
  arrivalMs?: number;
  /** Default: none. */
  ownBodyTime?: OwnBodyTime;
  /** Those of the application that listens; default: Node's. */
  messages?: MessageClasses;
}

/** Listens on `host:port`. @throws ConfigError when the port is taken. */
export async function serve(listener: RequestListener, options: ServeOptions): Promise<Serving> {
  const arrival = arrivalOptions(options.arrivalMs ?? defaultArrivalMs);
  const server = createServer({ ...arrival, ...options.messages });
  const open = trackResponses(server, listener);
  deferContinue(server);
  endSlowRequests(server, open, options.ownBodyTime ?? (() => false));
  if (options.maxConnections !== undefined) server.maxConnections = options.maxConnections;
  server.on('drop', () => options.onRefused?.());
  prepareForLongWaits(server);
  await listen(server, options);
  return {
    port: (server.address() as AddressInfo).port,
    close: (deadlineMs, release) => close(server, { open, deadlineMs, release }),
  };
}

/**
 * Node's own time-outs end with the body and do not affect a response that waits. Without TCP keep-alive
 * a peer that vanished is never detected (measured: after about 15 s with it).
 */
function prepareForLongWaits(server: Server): void {
  server.timeout = 0;
  server.keepAliveTimeout = keepAliveMs;
  server.on('connection', (socket) => socket.setKeepAlive(true, 15_000));
}

async function listen(server: Server, { host, port }: ServeOptions): Promise<void> {
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
  open: OpenResponses;
  deadlineMs: number;
  release: () => Promise<void>;
}

async function close(server: Server, { open, deadlineMs, release }: Closing): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  open.endConnections();
  server.closeIdleConnections();
  await endsWithin(closed, deadlineMs - lastResponsesMs);
  await release();
  await endsWithin(closed, lastResponsesMs);
  server.closeAllConnections();
  await closed;
  open.close();
}
