import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface OpenResponses {
  /** Makes every open response the last one of its connection. */
  endConnections(): void;
  /** The request of that connection whose body is still arriving. */
  arriving(socket: Socket): IncomingMessage | undefined;
  /** Returns true if a response on that connection has begun and not ended. */
  isResponding(socket: Socket): boolean;
  close(): void;
}

/** Requests of one connection that may wait behind each other; clients and proxies send one at a time. */
const maxPipelined = 8;
/** A client that reads nothing of its response for this long is disconnected. */
const stalledMs = 60_000;
const checkMs = 15_000;

/** The open responses of one connection, and what of them the client has read. */
interface Connection {
  responses: Set<ServerResponse>;
  bytesRead: number;
  progressAt: number;
}

/**
 * Calls `listener` for each request and tracks the open responses by connection.
 *
 * Node emits no `close` for responses that wait behind another one when their connection ends: whatever waits for
 * it stays in memory with its request and open files (measured: 20 MB of pipelined health checks ended the API).
 * So a connection with more than a few open responses is closed, and its responses are closed with it.
 */
export function trackResponses(server: Server, listener: RequestListener): OpenResponses {
  const connections = new Map<Socket, Connection>();

  const getResponses = (socket: Socket) => [...(connections.get(socket)?.responses ?? [])];

  const getConnection = (socket: Socket): Connection => {
    const known = connections.get(socket);
    if (known) return known;
    const connection = { responses: new Set<ServerResponse>(), bytesRead: 0, progressAt: performance.now() };
    connections.set(socket, connection);
    socket.on('close', () => {
      connections.delete(socket);
      for (const response of connection.responses) closeWaiting(response);
    });
    return connection;
  };

  server.on('request', (req, res) => {
    const { socket } = req;
    if (socket.destroyed) return;
    const { responses } = getConnection(socket);
    if (responses.size >= maxPipelined) return endFlood(socket);
    responses.add(res);
    // Four of ours listen, and seven of Node while a stream is sent: more than it takes for no leak.
    res.setMaxListeners(20);
    res.on('close', () => responses.delete(res));
    if (!server.listening) endConnectionAfter(res);
    listener(req, res);
  });

  const timer = setInterval(() => {
    for (const [socket, connection] of connections) if (isStalled(socket, connection)) socket.destroy();
  }, checkMs);
  timer.unref();

  return {
    endConnections() {
      for (const { responses } of connections.values()) for (const res of responses) endConnectionAfter(res);
    },
    arriving: (socket) => getResponses(socket).find(({ req }) => !req.complete)?.req,
    isResponding: (socket) => getResponses(socket).some(({ headersSent }) => headersSent),
    close: () => clearInterval(timer),
  };
}

/** How Node hands over what it has parsed (lib/_http_common.js); not documented. */
interface ParsingSocket extends Socket {
  parser?: { onIncoming?: () => number } | null;
}

/** As returned for an upgrade: what follows is not HTTP. */
const parseNoMore = 2;

/**
 * Ends a connection without parsing the rest of what has arrived. Node would do so although it is destroyed, 1,800
 * requests in 64 KB without a turn of the event loop: 50 ms of a busy machine, 1 ms so. Where Node's parser is another, only this is lost.
 */
function endFlood(socket: ParsingSocket): void {
  if (socket.parser) socket.parser.onIncoming = () => parseNoMore;
  socket.destroy();
}

/** Node closes the response that has the connection. For one that waits, `destroy` alone emits no `close` (measured). */
function closeWaiting(response: ServerResponse): void {
  if (response.socket) return;
  response.destroy();
  response.emit('close');
}

/** Bytes are waiting, and the client has read none of them since `stalledMs`. A render that waits has none. */
function isStalled(socket: Socket, connection: Connection): boolean {
  const bytesRead = socket.bytesWritten - socket.writableLength;
  if (socket.writableLength === 0 || bytesRead !== connection.bytesRead) {
    connection.bytesRead = bytesRead;
    connection.progressAt = performance.now();
    return false;
  }
  return performance.now() - connection.progressAt > stalledMs;
}

/**
 * Node keeps a busy connection for further requests after `server.close()`: a load balancer's connection
 * that is never idle would bring requests until the deadline destroys it. RFC 9112, 9.6.
 */
function endConnectionAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close');
}
