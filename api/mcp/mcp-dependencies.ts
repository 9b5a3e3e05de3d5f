import type { Config } from '../../shared/config/variables.ts';
import type { StartLimits } from '../../shared/credits/daily-starts.ts';
import type { Logger } from '../../shared/log.ts';
import type { ApiBackends } from '../backends.ts';
import { createStreamPlaces, type StreamPlaces } from '../http/stream-places.ts';
import type { RenderCore } from '../renders/render-core.ts';
import { createExpectedSeconds, type ExpectedSeconds } from '../try-on/expected-seconds.ts';
import type { ReadDependencies } from '../visualize/read-dependencies.ts';
import type { RequestDependencies } from '../visualize/read-request.ts';

/** Dependencies of the tools. */
export interface McpDependencies extends ReadDependencies {
  core: RenderCore;
  request: RequestDependencies;
  log: Logger;
  developersUrl: string;
  /** Bodies that arrive at once: each may bring images to the disk before anything else limits its call. */
  bodies: StreamPlaces;
  expectedSeconds: ExpectedSeconds;
  config: Pick<Config, 'WAIT_SECONDS' | 'RENDER_DEADLINE_SECONDS' | 'MCP_REPEAT_MINUTES' | 'MAX_BODY_MIB'> &
    StartLimits;
}

/** Collects the dependencies of the tools, which share the render core of the HTTP API. */
export function mcpDependencies(
  config: Config,
  { log, producer: connection }: Pick<ApiBackends, 'log' | 'producer'>,
  shared: ReadDependencies & Pick<McpDependencies, 'core' | 'request'>,
): McpDependencies {
  const { prefix, routes } = shared;
  return {
    ...shared,
    log,
    config,
    developersUrl: config.DEVELOPERS_URL,
    bodies: createStreamPlaces(
      { perKey: config.STREAMS_PER_KEY, perAddress: config.STREAMS_PER_ADDRESS },
      ({ max, whose }) => `More than ${max} message bodies arrive at once ${whose}; wait for one to be sent.`,
    ),
    expectedSeconds: createExpectedSeconds({ connection, prefix, routes }),
  };
}
