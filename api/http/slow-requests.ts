import type { IncomingMessage, Server, ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError } from '../../shared/errors.ts';
import { newId } from '../../shared/ids.ts';
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

/** Node's statuses for what it cannot read, by its codes, and what to do. */
const unreadable: Record<string, readonly [status: string, message: string]> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'The address and the headers have more than 16 KiB together; send shorter ones.',
  ],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [
    '413 Payload Too Large',
    'The chunk extensions of the body are too long; send the body without them.',
  ],
};
const notHttp = ['400 Bad Request', 'The request is not HTTP; send it as HTTP/1.1.'] as const;

/**
 * Ends requests that take too long to arrive with 408, and those that Node cannot read with Node's status.
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
  return toResponse('408 Request Timeout', error);
}

function rejected({ code = '' }: NodeJS.ErrnoException): string {
  const [status, message] = unreadable[code] ?? notHttp;
  return toResponse(status, new ApiError('INVALID_INPUT', message));
}

/** Writes an error as every other one is sent; no application has seen the request. */
function toResponse(status: string, error: ApiError): string {
  const body = JSON.stringify(error.toBody());
  const headers = [
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${newId('req')}`,
    'Connection: close',
  ];
  return `HTTP/1.1 ${status}\r\n${headers.join('\r\n')}\r\n\r\n${body}`;
}
