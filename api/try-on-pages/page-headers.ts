import { randomBytes } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import { pageSecurity } from '../http/page-security.ts';

const permissions = 'camera=(self), microphone=(), geolocation=(), payment=(), usb=()';

/** Creates what lets the scripts of one response run. */
export const createNonce = (): string => randomBytes(16).toString('base64');

/** Sets headers that depend on the store, which has to be read first. */
export function setHeaders(headers: RequestHandler, req: Request, res: Response): void {
  headers(req, res, (error?: unknown) => {
    if (error) throw error;
  });
}

/**
 * Headers of a page that runs the application: everything from this origin, and no
 * inline code. `ancestors` are the sources of `frame-ancestors`; null for any application and page, a WebView's
 * `file:` included, which `*` would not allow; empty for none.
 */
export function storePageHeaders(nonce: string, ancestors: string[] | null): RequestHandler {
  const framed = ancestors === null || ancestors.length > 0;
  const security = pageSecurity(
    {
      // 'self' for imported modules, to which Firefox does not pass on the nonce. Not 'strict-dynamic', with which a
      // script may add inline ones.
      scriptSrc: [`'nonce-${nonce}'`, "'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'blob:', 'data:'],
      mediaSrc: ["'self'", 'blob:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      frameAncestors: framed ? ancestors : ["'none'"],
    },
    framed ? framedPage : ownPage,
  );
  return (req, res, next) => {
    res.set({ 'Cache-Control': 'private, no-cache', 'Permissions-Policy': permissions });
    security(req, res, next);
  };
}

/** GET requests of the same origin have no `Origin`: the store context check reads their `Referer`. */
const referrerPolicy = { policy: 'strict-origin-when-cross-origin' } as const;

const ownPage = { referrerPolicy, xFrameOptions: { action: 'deny' } } as const;

/** With both Cross-Origin headers, shops that are cross-origin isolated can have the frame as well. */
const framedPage = {
  referrerPolicy,
  xFrameOptions: false,
  crossOriginOpenerPolicy: false,
  crossOriginResourcePolicy: { policy: 'cross-origin' },
  crossOriginEmbedderPolicy: { policy: 'require-corp' },
} as const;

/** Headers of a notice: it has nothing to click that a hostile frame could use, so any shop may show it. */
export function noticeHeaders(nonce: string): RequestHandler {
  const scriptSrc = [`'nonce-${nonce}'`];
  const security = pageSecurity(
    { scriptSrc, styleSrc: ["'self'"], imgSrc: ['data:'], frameAncestors: ['*'] },
    framedPage,
  );
  return (req, res, next) => {
    res.set('Cache-Control', 'no-store');
    security(req, res, next);
  };
}
