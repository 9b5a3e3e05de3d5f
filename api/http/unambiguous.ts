import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { ApiError } from '../../shared/errors.ts';

/**
 * Refuses what Node reads and a proxy in front may read differently: a second Host (RFC 9112, 3.2), a transfer coding
 * besides chunked (6.1), HTTP/0.9.
 */
export const refuseAmbiguous: RequestHandler = (req, _res, next) => {
  const problem = findProblem(req);
  if (problem) throw new ApiError('INVALID_INPUT', problem);
  next();
};

function findProblem({ rawHeaders, headers, httpVersionMajor }: IncomingMessage): string | undefined {
  if (httpVersionMajor < 1) return 'Send the request with HTTP/1.1.';
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
  if (hosts.length > 1) return 'The request has more than one Host header; send one.';
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && coding.trim().toLowerCase() !== 'chunked')
    return 'Transfer-Encoding must be left out or "chunked".';
  return undefined;
}
