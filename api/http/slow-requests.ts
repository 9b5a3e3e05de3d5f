import type { IncomingMessage, Server, ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError } from '../../shared/errors.ts';
import type { OpenResponses } from './open-responses.ts';

/** Node looks for slow requests this often in the time that they have. */
const checksPerRequest = 6;

/** Options of a server whose requests have to arrive with their whole body within `arrivalMs`. */
export const arrivalOptions = (arrivalMs: number): ServerOptions => ({
  requestTimeout: arrivalMs,
  headersTimeout: arrivalMs,
  connectionsCheckingInterval: arrivalMs / checksPerRequest,
});

/** Returns true for a request whose body has its own time limits, because images may take longer to arrive. */
export type OwnBodyTime = (req: IncomingMessage) => boolean;

/** Node's statuses for what is not HTTP; any other code is 400. */
const unreadable: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
};

/**
 * Ends requests that take too long to arrive with 408, and those that Node cannot read as Node does.
 * A request with `ownBodyTime` is left to its handler: Node reports each request once.
 */
export function endSlowRequests(server: Server, open: OpenResponses, ownBodyTime: OwnBodyTime): void {
  server.on('clientError', (error: NodeJS.ErrnoException, stream) => {
    const socket = stream as Socket;
    const isSlow = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
    const arriving = open.arriving(socket);
    if (isSlow && arriving && ownBodyTime(arriving)) return;
    if (socket.writable && !open.isResponding(socket))
      socket.write(isSlow ? timedOut(server.requestTimeout) : rejected(error));
    socket.destroySoon();
  });
}

function timedOut(arrivalMs: number): string {
  const error = new ApiError(
    'REQUEST_TIMEOUT',
    `The request did not arrive within ${arrivalMs / 1000} s; send it again.`,
  );
  const body = JSON.stringify(error.toBody());
  const headers = `Content-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}`;
  return `HTTP/1.1 408 Request Timeout\r\n${headers}\r\nConnection: close\r\n\r\n${body}`;
}

function rejected({ code = '' }: NodeJS.ErrnoException): string {
  return `HTTP/1.1 ${unreadable[code] ?? '400 Bad Request'}\r\nConnection: close\r\n\r\n`;
}
