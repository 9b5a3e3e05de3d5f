import type { IncomingMessage } from 'node:http';
import { waitsToSend } from './expect-continue.ts';

/** Maximum bytes of a rejected body that are still read, and the time limit for reading them. */
const bounds = { bytes: 96 * 1024 * 1024, ms: 10_000 };

/** Returns true if part of the request's body has not arrived yet. */
function hasRest(req: IncomingMessage): boolean {
  const { headers, complete, socket } = req;
  if (waitsToSend(req)) return false;
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  return hasBody && !complete && !socket.destroyed;
}

/**
 * Reads and discards the rest of a body that was rejected: closing the socket instead would reset the
 * connection, and the client would lose the response. Resolves with true when the body has ended, or the
 * connection, and with false when a bound is reached: the connection must be closed then.
 */
export async function discardRest(req: IncomingMessage): Promise<boolean> {
  if (!hasRest(req)) return true;
  const { socket } = req;
  return new Promise<boolean>((resolve) => {
    const readBefore = socket.bytesRead;
    const timer = setTimeout(() => settle(false), bounds.ms);
    const onData = () => {
      if (socket.bytesRead - readBefore > bounds.bytes) settle(false);
    };
    const end = () => settle(true);
    const settle = (ended: boolean) => {
      clearTimeout(timer);
      req.off('data', onData).off('end', end);
      // The connection stays open, and may reject many more.
      socket.off('close', end);
      resolve(ended);
    };
    req.on('data', onData).once('end', end);
    socket.once('close', end);
    req.resume();
  });
}

/** Node closes the connection of such a request as soon as its response is sent, whatever is still arriving. */
export function closesAfterResponse(req: IncomingMessage): boolean {
  return req.httpVersion === '1.0' || /\bclose\b/i.test(req.headers.connection ?? '');
}
