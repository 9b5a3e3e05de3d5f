import { collectDefaultMetrics, Registry } from 'prom-client';

/**
 * A registry with what every process reports: CPU, memory, event-loop lag, garbage collection, handles.
 * Each process makes one and passes it on, so that tests can have many.
 */
export function createRegistry(service: 'api' | 'worker'): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry });
  return registry;
}
