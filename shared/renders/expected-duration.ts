import type { Redis } from 'ioredis';

/** So many of a provider's newest renders are remembered; the median of fewer would jump with each one. */
const maxDurations = 50;
const keepSeconds = 7 * 24 * 3600;

const toKey = (prefix: string, provider: string) => `${prefix}:durations:${provider}`;

/** How long a provider took for a render that succeeded. */
export interface Duration {
  provider: string;
  ms: number;
}

/** Remembers durations, the newest last. */
export async function recordDurations(
  connection: Redis,
  { prefix }: { prefix: string },
  durations: readonly Duration[],
): Promise<void> {
  const commands = connection.multi();
  for (const provider of new Set(durations.map((each) => each.provider))) {
    const key = toKey(prefix, provider);
    const own = durations.filter((each) => each.provider === provider).map(({ ms }) => Math.round(ms));
    commands
      .lpush(key, ...own)
      .ltrim(key, 0, maxDurations - 1)
      .expire(key, keepSeconds);
  }
  await commands.exec();
}

/**
 * Reads the median of a provider's recent renders in seconds, with one decimal and at least 0.1; undefined without
 * any.
 */
export async function readExpectedSeconds(
  connection: Redis,
  { prefix }: { prefix: string },
  provider: string,
): Promise<number | undefined> {
  const durations = (await connection.lrange(toKey(prefix, provider), 0, maxDurations - 1)).map(Number);
  durations.sort((a, b) => a - b);
  const median = durations[Math.floor(durations.length / 2)];
  return median === undefined ? undefined : Math.max(1, Math.round(median / 100)) / 10;
}
