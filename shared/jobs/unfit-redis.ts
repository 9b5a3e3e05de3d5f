import type { Redis } from 'ioredis';
import { ConfigError } from '../config/load.ts';

/** A reason why a Redis is unfit for queues, and its remedy. */
export interface Unfitness {
  problem: string;
  fix: string;
}

/** Returns a field of the response to INFO, e.g. `redis_version`. */
export function readField(info: string, name: string): string | undefined {
  return new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1];
}

export function findUnfitness(info: string): Unfitness | undefined {
  if (readField(info, 'cluster_enabled') === '1') {
    return {
      problem: 'it is a node of a Redis Cluster, which spreads the keys of one queue over several nodes',
      fix: 'use a single primary, with replicas and REDIS_SENTINELS if it must fail over',
    };
  }
  const policy = readField(info, 'maxmemory_policy') ?? 'noeviction';
  if (policy === 'noeviction') return undefined;
  return {
    problem: `maxmemory-policy is ${policy}, so Redis may drop jobs`,
    fix: 'redis-cli config set maxmemory-policy noeviction, and the same in redis.conf',
  };
}

/** @throws ConfigError when this Redis would lose jobs or cannot run the queues' scripts */
export async function refuseUnfitRedis(connection: Redis): Promise<void> {
  // A user without the right to INFO can use the queues all the same.
  const info = await connection.info().catch(() => '');
  const found = findUnfitness(info);
  if (found) throw new ConfigError(`REDIS_URL: ${found.problem}; ${found.fix}.`);
}
