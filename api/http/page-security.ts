import type { RequestHandler } from 'express';
import helmet, { type HelmetOptions } from 'helmet';

/** Directives of a Content-Security-Policy by their names in camel case, e.g. `{ imgSrc: ["'self'"] }`; null: none. */
export type PolicyDirectives = Record<string, string[] | null>;

type OtherHeaders = Pick<
  HelmetOptions,
  | 'crossOriginEmbedderPolicy'
  | 'crossOriginOpenerPolicy'
  | 'crossOriginResourcePolicy'
  | 'referrerPolicy'
  | 'xFrameOptions'
>;

/**
 * The headers of every page: nothing is loaded and no page may frame it, except what `directives` allow.
 * No upgrade to https: in a private network pages are served over http.
 */
export function pageSecurity(directives: PolicyDirectives, others: OtherHeaders = {}): RequestHandler {
  return helmet({
    ...others,
    // The application sets it, only over https.
    strictTransportSecurity: false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
        ...directives,
      },
    },
  });
}
