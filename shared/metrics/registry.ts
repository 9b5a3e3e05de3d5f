import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { packageVersion } from '../process/package-version.ts';

/** Gauges that are named like counters; the sums of `nodejs_active_handles`, `_requests` and `_resources` are the same. */
const misnamed = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
];

/**
 * Creates a registry with the metrics of every process: CPU, memory, event-loop lag, garbage collection, handles,
 * under the names that all Node processes use. The platform's own metrics begin with `render_platform_`. Each process
 * creates one and passes it on, so that tests can have several.
 */
export function createRegistry(service: 'api' | 'worker'): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry });
  for (const name of misnamed) registry.removeSingleMetric(name);
  new Gauge({
    name: 'render_platform_build_info',
    help: 'Always 1; the labels name the version of the platform and of Node.js.',
    labelNames: ['version', 'node'],
    registers: [registry],
  }).set({ version: packageVersion(), node: process.version }, 1);
  return registry;
}
