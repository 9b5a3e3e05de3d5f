import type { RequestHandler } from 'express';
import { ApiError } from '../../shared/errors.ts';

/** Requests that an operator may send when `OPS_WRITABLE` is set; none of them creates or edits job data. */
const allowedWrites = [
  /^\/api\/queues\/[^/]+\/retry\/[^/]+$/,
  /^\/api\/queues\/[^/]+\/clean\/[^/]+$/,
  /^\/api\/queues\/[^/]+\/(pause|resume|promote|empty)$/,
  /^\/api\/queues\/[^/]+\/[^/]+\/(retry|clean|promote)$/,
];

/**
 * Adds a second check behind Bull Board's own read-only mode, which it enforces per route. Browsers also send Basic
 * credentials with requests that other sites start, so a write must come from this origin.
 */
export function writeGuard(writable: boolean): RequestHandler {
  return (req, _res, next) => {
    if (req.method === 'GET' || req.method === 'HEAD') return next();
    const allowed = writable && req.method === 'PUT' && allowedWrites.some((path) => path.test(req.path));
    if (!allowed) {
      throw new ApiError(
        'METHOD_NOT_ALLOWED',
        'The board does not allow this change; set OPS_WRITABLE=true to allow retrying and removing jobs.',
        {
          headers: { Allow: 'GET, HEAD' },
        },
      );
    }
    const site = req.get('sec-fetch-site');
    if (site !== undefined && site !== 'same-origin') {
      throw new ApiError('STORE_CONTEXT', 'A change must be sent by the page of the board itself.');
    }
    next();
  };
}
