import type { Redis } from 'ioredis';
import type { Config } from '../../shared/config/variables.ts';
import {
  closeConnection,
  connectionReady,
  producerConnection,
  redisTarget,
} from '../../shared/jobs/connections.ts';
import { silentLogger } from '../../shared/log.ts';

const readyMs = 5_000;

/** Connects to Redis for one command. @throws Error when it does not respond within 5 s. */
export async function withRedis<Result>(
  config: Config,
  work: (connection: Redis) => Promise<Result>,
): Promise<Result> {
  const commandMs = config.REDIS_COMMAND_SECONDS * 1000;
  const connection = producerConnection({
    ...redisTarget(config),
    name: 'admin',
    log: silentLogger(),
    commandMs,
  });
  try {
    await connectionReady(connection, readyMs);
    return await work(connection);
  } finally {
    await closeConnection(connection);
  }
}
