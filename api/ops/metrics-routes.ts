import express, { type Express } from 'express';
import type { Registry } from 'prom-client';
import type { Logger } from '../../shared/log.ts';
import { errorResponse, notFound } from '../http/error-response.ts';
import { mountRoutes } from '../http/mount-routes.ts';
import { observeResponses } from '../http/observe-responses.ts';
import { requestContext, requestLines } from '../http/request-context.ts';
import { defineRoute } from '../http/route.ts';
import { sampled } from './sampled.ts';

export interface Metrics {
  /** `METRICS_TOKEN`; empty: /metrics needs none. */
  token: string;
  contentType: string;
  read: () => Promise<string>;
}

/** Collecting takes about 10 ms of the event loop. */
export function createMetrics(registry: Registry, token: string): Metrics {
  return { token, contentType: registry.contentType, read: sampled(() => registry.metrics()) };
}

const getMetrics = defineRoute({
  id: 'getMetrics',
  method: 'get',
  path: '/metrics',
  access: 'Prometheus',
  summary: 'Read the metrics of the process',
  responses: { 200: { description: 'In the format of Prometheus.', content: {} } },
  handle: async ({ contentType, read }: Metrics, { res }) => {
    res.set('Content-Type', contentType).send(await read());
  },
});

export const metricsRoutes = [getMetrics];

/** Builds the application of `METRICS_PORT`, which serves nothing else. */
export function buildMetricsApp(metrics: Metrics, log: Logger): Express {
  const app = express();
  app.disable('x-powered-by');
  app.use(observeResponses([requestLines]), requestContext(log), mountRoutes(metricsRoutes, metrics));
  app.use(notFound(), errorResponse());
  return app;
}
