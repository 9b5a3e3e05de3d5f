import type { Request } from 'express';
import { Gauge, Histogram, type Registry } from 'prom-client';
import type { ResponseObserver } from './observe-responses.ts';

/** Up to the 300 s that a request may wait for its render. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 180, 240, 300];
const maxRoutes = 100;
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Times every request by method, route pattern and status, and counts open ones. */
export function httpMetrics(registry: Registry): ResponseObserver {
  const seconds = new Histogram({
    name: 'render_platform_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the end of its response.',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers: [registry],
  });
  const inFlight = new Gauge({
    name: 'render_platform_http_requests_in_flight',
    help: 'Open requests, those that wait for a render included.',
    registers: [registry],
  });
  const toRoute = boundedRoutes();
  return {
    begin: () => inFlight.inc(),
    end: (req, _res, { ms, status }) => {
      inFlight.dec();
      const method = methods.has(req.method) ? req.method : 'other';
      seconds.observe({ method, route: toRoute(req), status }, ms / 1000);
    },
  };
}

/** The matched pattern, never the path: URLs of untrusted callers must not become label values. */
function boundedRoutes(): (req: Request) => string {
  const known = new Set<string>();
  return ({ route, baseUrl = '' }) => {
    if (typeof route?.path !== 'string') return 'none';
    const label = `${baseUrl}${route.path}`;
    if (!known.has(label) && known.size >= maxRoutes) return 'other';
    known.add(label);
    return label;
  };
}
