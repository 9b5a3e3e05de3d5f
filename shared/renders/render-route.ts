import { ConfigError } from '../config/load.ts';
import type { Config } from '../config/variables.ts';
import { renderJob } from '../jobs/render-job.ts';
import type { RenderDoc } from './render-model.ts';

/** The settings that assign renders to queues; the same in every process. */
export interface RenderRoutes {
  /** `RENDER_PROVIDERS`, in the order they are tried. */
  providers: readonly string[];
  /** `DEDICATED_PROVIDERS`: each has a queue of its own; all others share one. */
  dedicated: ReadonlySet<string>;
}

/** The fields of a render that decide about its queue. */
export type RoutedRender = Pick<RenderDoc, 'mode' | 'chain'>;

/** Test keys render with it alone, so that they never reach a provider that costs money. */
export const testProvider = 'local';

/** @throws ConfigError when a dedicated provider is not in the chain. */
export function readRoutes(config: Pick<Config, 'RENDER_PROVIDERS' | 'DEDICATED_PROVIDERS'>): RenderRoutes {
  const { RENDER_PROVIDERS: providers, DEDICATED_PROVIDERS: dedicated } = config;
  for (const name of dedicated) assertInChain('DEDICATED_PROVIDERS', name, providers);
  return { providers, dedicated: new Set(dedicated) };
}

/** @throws ConfigError naming the variable, the provider and the chain. */
export function assertInChain(variable: string, name: string, providers: readonly string[]): void {
  if (providers.includes(name)) return;
  const chain = providers.join(',');
  throw new ConfigError(
    `Configuration: ${variable} names "${name}", which is not in RENDER_PROVIDERS (${chain}); add it there or remove it here.`,
  );
}

/** Returns the queue of the workers that serve this provider. */
export function queueOfProvider(provider: string | undefined, dedicated: ReadonlySet<string>): string {
  const own = provider !== undefined && dedicated.has(provider);
  return own ? `${renderJob.queue}-${provider}` : renderJob.queue;
}

/** Returns the provider that a render waits for, or began with. */
export function getNextProvider(
  { mode, chain }: RoutedRender,
  { providers }: Pick<RenderRoutes, 'providers'>,
): string | undefined {
  return chain?.next ?? (mode === 'test' ? testProvider : providers[0]);
}

/** Returns the name of the queue of this render's next job. */
export function getRoute(render: RoutedRender, routes: RenderRoutes): string {
  return queueOfProvider(getNextProvider(render, routes), routes.dedicated);
}

/** Returns every queue a render can wait in: the shared one, then those of the dedicated providers. */
export function renderQueueNames({ dedicated }: RenderRoutes): string[] {
  return [renderJob.queue, ...[...dedicated].map((provider) => queueOfProvider(provider, dedicated))];
}
