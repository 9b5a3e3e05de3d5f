import type { IncomingMessage } from 'node:http';
import { BodyError } from './body-error.ts';
import { bodyTooLarge, type ScannedBody, type ScanOptions, scanJsonBody } from './scan-json-body.ts';

/** After a body was rejected: how much of the rest is still read, and for how long, before the connection is closed. */
const lingerBytes = 32 * 1024 * 1024;
const lingerMs = 10_000;

/**
 * Reads the JSON body of a request. A rejected body is not parsed to its end, and the socket is not closed:
 * closing it resets the connection, and the client loses the 400 it is about to receive. Node discards the
 * rest once the response is sent; `boundTheRest` disconnects a client that continues sending for too long.
 * @throws BodyError for everything that is wrong with the body.
 */
export async function readBody(req: IncomingMessage, options: ScanOptions): Promise<ScannedBody> {
  try {
    checkHeaders(req, options.maxBodyBytes);
    return await scanJsonBody(req, options);
  } catch (error) {
    boundTheRest(req);
    throw error;
  }
}

function checkHeaders(req: IncomingMessage, maxBodyBytes: number): void {
  const [type = '', ...parameters] = (req.headers['content-type'] ?? '')
    .split(';')
    .map((part) => part.trim().toLowerCase());
  if (type !== 'application/json')
    throw new BodyError('content-type', 'Content-Type must be application/json.');
  for (const parameter of parameters) {
    const [name, charset = ''] = parameter.split('=').map((part) => part.trim());
    if (name === 'charset' && !/^"?utf-?8"?$/.test(charset))
      throw new BodyError('charset', 'The body must be UTF-8.');
  }
  const encoding = req.headers['content-encoding']?.trim().toLowerCase() || 'identity';
  if (encoding !== 'identity')
    throw new BodyError('encoding', 'Content-Encoding must be left out: send the body uncompressed.');
  if (Number(req.headers['content-length'] ?? 0) > maxBodyBytes) throw bodyTooLarge(maxBodyBytes);
}

function boundTheRest(req: IncomingMessage): void {
  const { socket } = req;
  if (req.readableEnded || socket.destroyed) return;
  const startedAt = performance.now();
  const readBefore = socket.bytesRead;
  const timer = setInterval(() => {
    const spent = performance.now() - startedAt > lingerMs || socket.bytesRead - readBefore > lingerBytes;
    if (spent) socket.destroy();
  }, 250);
  timer.unref();
  const stop = () => clearInterval(timer);
  req.once('end', stop);
  socket.once('close', stop);
  req.resume();
}
