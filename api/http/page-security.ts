import type { RequestHandler } from 'express';
import helmet from 'helmet';

/** Directives of a Content-Security-Policy by their names in camel case, e.g. `{ imgSrc: ["'self'"] }`. */
export type PolicyDirectives = Record<string, string[]>;

/**
 * The headers of every page: nothing is loaded and no page may frame it, except what `directives` allow. No upgrade to https: in a private network pages are served over http.
 */
export function pageSecurity(directives: PolicyDirectives): RequestHandler {
  return helmet({
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
