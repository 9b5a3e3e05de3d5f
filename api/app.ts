import express, { type Express, type RequestHandler, type Router } from 'express';
import helmet from 'helmet';
import type { Registry } from 'prom-client';
import type { Logger } from '../shared/log.ts';
import { dayMs } from '../shared/time.ts';
import { errorResponse, notFound } from './http/error-response.ts';
import { httpMetrics } from './http/http-metrics.ts';
import { observeResponses } from './http/observe-responses.ts';
import { limitReads, type ReadLimits } from './http/read-limit.ts';
import { type RequestRecording, recordRequests } from './http/record-requests.ts';
import { type RequestContextOptions, requestContext, requestLines } from './http/request-context.ts';
import { refuseAmbiguous } from './http/unambiguous.ts';

export interface AppDependencies {
  log: Logger;
  trustProxy: number;
  registry: Registry;
  /** Default: this machine's clock, and no traces. */
  context?: RequestContextOptions;
  /** Default: no limits. */
  reads?: ReadLimits;
  /** Default: no call is recorded. */
  recording?: RequestRecording;
  /** In matching order. */
  routers: Router[];
}

/** Builds the Express application; every response that is not a success is the Error object. */
export function buildApp({
  log,
  trustProxy,
  registry,
  context,
  reads,
  recording,
  routers,
}: AppDependencies): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', trustProxy);
  // The other headers of helmet are set where pages are served: all twelve cost 2 KB on each waiting request.
  app.use(httpsOnly, helmet.xContentTypeOptions());
  app.locals.recordedAt = recording?.baseUrl;
  const recorded = recording ? [recordRequests(recording.log)] : [];
  app.use(observeResponses([httpMetrics(registry), requestLines, ...recorded]));
  app.use(requestContext(log, context));
  app.use(refuseAmbiguous);
  if (reads) app.use(limitReads(reads));
  for (const router of routers) app.use(router);
  app.use(notFound());
  app.use(errorResponse());
  return app;
}

const yearSeconds = (365 * dayMs) / 1000;

/** HSTS, only in responses over https: over http it has no effect (RFC 6797, 7.2). Other subdomains are not ours. */
const httpsOnly: RequestHandler = (req, res, next) => {
  if (req.secure) res.set('Strict-Transport-Security', `max-age=${yearSeconds}`);
  next();
};
