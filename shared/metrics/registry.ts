import { collectDefaultMetrics, Registry } from 'prom-client';

/**
 * A registry with the metrics of every process: CPU, memory, event-loop lag, garbage collection, handles.
 * Each process creates one and passes it on, so that tests can have several.
 */
export function createRegistry(service: 'api' | 'worker'): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry });
  return registry;
}
