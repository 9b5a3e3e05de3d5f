import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { endsWithin } from '../../shared/async/ends-within.ts';
import { ConfigError } from '../../shared/config/load.ts';

export interface Serving {
  port: number;
  /**
   * Takes no new connections, ends the open ones with their next answer, and lets held calls end until
   * `deadlineMs`; then `release` makes them answer, and what is still open `lastAnswersMs` later is cut.
   */
  close(deadlineMs: number, release: () => Promise<void>): Promise<void>;
}

/** After their release, how long held calls get to write their answers. */
const lastAnswersMs = 2_000;

/** Listens on `host:port` (0 for a free port). @throws ConfigError when the port is taken. */
export async function serve(
  listener: RequestListener,
  options: { host: string; port: number },
): Promise<Serving> {
  const server = createServer();
  // Before the listener, so that an answer has its header before it can be sent.
  const answers = answersOf(server);
  server.on('request', listener);
  prepareForLongHolds(server);
  await listen(server, options);
  return {
    port: (server.address() as AddressInfo).port,
    close: (deadlineMs, release) => close(server, { answers, deadlineMs, release }),
  };
}

/** The answers under way. Those that begin on an open connection after the server was closed are its last. */
function answersOf(server: Server): Set<ServerResponse> {
  const answers = new Set<ServerResponse>();
  server.on('request', (_, answer: ServerResponse) => {
    answers.add(answer);
    answer.once('close', () => answers.delete(answer));
    if (!server.listening) endConnectionAfter(answer);
  });
  return answers;
}

/**
 * Node keeps a busy connection for further calls after `server.close()`: a load balancer's connection
 * that is never idle would go on bringing calls until the deadline cuts them off. RFC 9112, 9.6.
 */
function endConnectionAfter(answer: ServerResponse): void {
  if (!answer.headersSent) answer.setHeader('connection', 'close');
}

/**
 * Node's own time-outs end with the body and do not disturb a held answer; without TCP keep-alive a
 * peer that vanished is never noticed (measured: noticed after about 15 s with it).
 */
function prepareForLongHolds(server: Server): void {
  server.timeout = 0;
  server.on('connection', (socket) => socket.setKeepAlive(true, 15_000));
}

async function listen(server: Server, { host, port }: { host: string; port: number }): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    // A burst of arriving callers must not be refused while the event loop is busy.
    server.listen({ host, port, backlog: 2048 }, resolve);
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new ConfigError(`Port ${port} is taken; stop what uses it or set PORT to another one.`);
  });
}

interface Closing {
  answers: Iterable<ServerResponse>;
  deadlineMs: number;
  release: () => Promise<void>;
}

async function close(server: Server, { answers, deadlineMs, release }: Closing): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  for (const answer of answers) endConnectionAfter(answer);
  server.closeIdleConnections();
  await endsWithin(closed, deadlineMs - lastAnswersMs);
  await release();
  await endsWithin(closed, lastAnswersMs);
  server.closeAllConnections();
  await closed;
}
