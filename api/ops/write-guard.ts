import type { RequestHandler } from 'express';
import { ApiError } from '../../shared/errors.ts';

/** What an operator may do to jobs when `OPS_WRITABLE` is set; nothing that makes or edits job data. */
const allowedWrites = [
  /^\/api\/queues\/[^/]+\/retry\/[^/]+$/,
  /^\/api\/queues\/[^/]+\/clean\/[^/]+$/,
  /^\/api\/queues\/[^/]+\/(pause|resume|promote|empty)$/,
  /^\/api\/queues\/[^/]+\/[^/]+\/(retry|clean|promote)$/,
];

/**
 * The second wall behind Bull Board's own read-only mode, which it checks per route. Login by Basic
 * credentials travels with requests that other sites start, so a write must come from this site.
 */
export function writeGuard(writable: boolean): RequestHandler {
  return (req, _res, next) => {
    if (req.method === 'GET' || req.method === 'HEAD') return next();
    const allowed = writable && req.method === 'PUT' && allowedWrites.some((path) => path.test(req.path));
    if (!allowed) {
      throw new ApiError('METHOD_NOT_ALLOWED', 'This board does not allow that change.', {
        headers: { Allow: 'GET, HEAD' },
      });
    }
    const site = req.get('sec-fetch-site');
    if (site !== undefined && site !== 'same-origin') {
      throw new ApiError('STORE_CONTEXT', 'A change must come from the board itself.');
    }
    next();
  };
}
