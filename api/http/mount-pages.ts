import { type ErrorRequestHandler, Router } from 'express';
import { mountRoutes } from './mount-routes.ts';
import { pageSecurity } from './page-security.ts';
import type { Route } from './route.ts';

/** Everything from this origin, and no inline code. */
export const pagePolicy = {
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  // `blob:` is a file that was chosen on the page.
  imgSrc: ["'self'", 'data:', 'blob:'],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  // The preview of a store's try-on.
  frameSrc: ["'self'"],
  formAction: ["'self'"],
};

const policy = pageSecurity(
  pagePolicy,
  // Browsers send `Origin: null` from a page without one, and forms are known by it.
  { referrerPolicy: { policy: 'same-origin' } },
);

/** Makes the Express routes of pages; `onError` sends what went wrong as a page. */
export function mountPages<Dependencies>(
  routes: readonly Route<Dependencies>[],
  dependencies: Dependencies,
  onError: ErrorRequestHandler,
): Router {
  const paths = [...new Set(routes.map(({ path }) => path))];
  return Router().all(paths, policy).use(mountRoutes(routes, dependencies)).use(onError);
}
