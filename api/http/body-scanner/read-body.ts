import type { IncomingMessage } from 'node:http';
import { askForBody } from '../expect-continue.ts';
import { BodyError } from './body-error.ts';
import { bodyTooLarge, type ScannedBody, type ScanOptions, scanJsonBody } from './scan-json-body.ts';

/**
 * Reads the JSON body of a request. A rejected body is not read to its end: `errorResponse` discards the rest.
 * @throws BodyError for everything that is wrong with the body.
 */
export async function readBody(req: IncomingMessage, options: ScanOptions): Promise<ScannedBody> {
  checkHeaders(req, options.maxBodyBytes);
  askForBody(req);
  return scanJsonBody(req, options);
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
