import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { packageVersion } from '../process/package-version.ts';

/**
 * Creates a registry with the metrics of every process: CPU, memory, event-loop lag, garbage collection, handles,
 * under the names that all Node processes use. The platform's own metrics begin with `render_platform_`. Each process
 * creates one and passes it on, so that tests can have several.
 */
export function createRegistry(service: 'api' | 'worker'): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'render_platform_build_info',
    help: 'Always 1; the labels name the version of the platform and of Node.js.',
    labelNames: ['version', 'node'],
    registers: [registry],
  }).set({ version: packageVersion(), node: process.version }, 1);
  return registry;
}
