import type { Config } from '../../shared/config/variables.ts';
import type { ApiBackends } from '../backends.ts';
import { createSignedImages } from '../http/signed-images.ts';
import { createStreamPlaces } from '../http/stream-places.ts';
import { createExpectedSeconds } from '../try-on/expected-seconds.ts';
import type { ReadDependencies } from '../visualize/read-dependencies.ts';
import type { VisualizeDependencies } from '../visualize/visualize.ts';
import type { McpDependencies } from './receive-message.ts';

/** The tools render and read with what the HTTP API uses. */
export function mcpDependencies(
  config: Config,
  { log, secrets, producer: connection }: Pick<ApiBackends, 'log' | 'secrets' | 'producer'>,
  shared: ReadDependencies & VisualizeDependencies,
): McpDependencies {
  const { prefix, routes } = shared;
  return {
    ...shared,
    log,
    config,
    developersUrl: config.DEVELOPERS_URL,
    signed: createSignedImages(secrets.signer('MCP image link')),
    bodies: createStreamPlaces(
      { perKey: config.STREAMS_PER_KEY, perAddress: config.STREAMS_PER_ADDRESS },
      ({ max, whose }) => `More than ${max} message bodies arrive at once ${whose}; wait for one to be sent.`,
    ),
    expectedSeconds: createExpectedSeconds({ connection, prefix, routes }),
  };
}
