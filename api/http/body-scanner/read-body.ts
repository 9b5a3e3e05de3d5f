import type { IncomingMessage } from 'node:http';
import { refuseCompressed } from '../content-coding.ts';
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
  // A charset parameter has no meaning (RFC 8259, 11): JSON is UTF-8, and the scanner refuses anything else.
  const [type = ''] = (req.headers['content-type'] ?? '').split(';');
  if (type.trim().toLowerCase() !== 'application/json')
    throw new BodyError('content-type', 'Content-Type must be application/json.');
  refuseCompressed(req);
  if (Number(req.headers['content-length'] ?? 0) > maxBodyBytes) throw bodyTooLarge(maxBodyBytes);
}
