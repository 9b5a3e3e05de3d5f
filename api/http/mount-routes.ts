import { type RequestHandler, Router } from 'express';
import type { Method } from '../openapi/operation.ts';
import { setDeprecation } from './deprecation.ts';
import { methodNotAllowed } from './error-response.ts';
import type { Limit, Route } from './route.ts';

/** In the order of `Allow`. */
const methods: readonly Method[] = ['get', 'post', 'put', 'patch', 'delete', 'options'];

/** Makes the Express routes of a capability; a known path with another method is 405 with `Allow`. */
export function mountRoutes<Dependencies>(
  routes: readonly Route<Dependencies>[],
  dependencies: Dependencies,
): Router {
  const router = Router();
  const limits = new Map<Limit<Dependencies>, ReturnType<Limit<Dependencies>>>();
  for (const path of new Set(routes.map((route) => route.path))) {
    const ofPath = routes.filter((route) => route.path === path);
    const at = router.route(path);
    for (const route of ofPath) at[route.method](buildHandler(route));
    const allowed = methods.filter((method) => ofPath.some((route) => route.method === method));
    at.all(methodNotAllowed(allowed.join(', ').toUpperCase()));
  }
  return router;

  function buildHandler(route: Route<Dependencies>): RequestHandler {
    const { limit, run, deprecated, toFailure = (error) => error } = route;
    if (limit && !limits.has(limit)) limits.set(limit, limit(dependencies));
    const take = limit && limits.get(limit);
    return async (req, res) => {
      if (deprecated) setDeprecation(res, deprecated);
      try {
        await take?.(req, res);
        await run(dependencies, req, res);
      } catch (error) {
        throw toFailure(error);
      }
    };
  }
}
