import express, { type Express, type Router } from 'express';
import helmet from 'helmet';
import type { Registry } from 'prom-client';
import type { Logger } from '../shared/log.ts';
import { httpMetrics } from '../shared/metrics/http-metrics.ts';
import { errorAnswer, notFound } from './http/error-response.ts';
import { requestContext } from './http/request-context.ts';

export interface AppDependencies {
  log: Logger;
  trustProxy: number;
  registry: Registry;
  /** In the order in which they are asked. */
  routers: Router[];
}

/** Puts the HTTP side together; every answer that is not a success is the Error object. */
export function buildApp({ log, trustProxy, registry, routers }: AppDependencies): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', trustProxy);
  // What a page needs besides comes with the pages: twelve headers on every held call are 2 KB each.
  app.use(helmet.strictTransportSecurity(), helmet.xContentTypeOptions());
  app.use(httpMetrics(registry));
  app.use(requestContext(log));
  for (const router of routers) app.use(router);
  app.use(notFound());
  app.use(errorAnswer());
  return app;
}
