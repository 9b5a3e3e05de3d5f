import express, { type Express, type Router } from 'express';
import helmet from 'helmet';
import type { Registry } from 'prom-client';
import type { Logger } from '../shared/log.ts';
import { httpMetrics } from '../shared/metrics/http-metrics.ts';
import { errorResponse, notFound } from './http/error-response.ts';
import { requestContext } from './http/request-context.ts';

export interface AppDependencies {
  log: Logger;
  trustProxy: number;
  registry: Registry;
  /** In matching order. */
  routers: Router[];
}

/** Builds the Express application; every response that is not a success is the Error object. */
export function buildApp({ log, trustProxy, registry, routers }: AppDependencies): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', trustProxy);
  // The other headers of helmet are set where pages are served: all twelve cost 2 KB on each waiting request.
  app.use(helmet.strictTransportSecurity(), helmet.xContentTypeOptions());
  app.use(httpMetrics(registry));
  app.use(requestContext(log));
  for (const router of routers) app.use(router);
  app.use(notFound());
  app.use(errorResponse());
  return app;
}
