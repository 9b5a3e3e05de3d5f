import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import pTimeout from 'p-timeout';
import { newId } from '../../../shared/ids.ts';
import type { Logger } from '../../../shared/log.ts';
import type { Provider } from '../provider.ts';

/** The models on one worker's machine; the worker takes renders for them only (`WORKER_PROVIDERS`). */
export interface Machine {
  /**
   * Returns false while a model here is not ready and those of another machine are: that one then takes the
   * render. False is delayed, so that a machine without a model does not empty the queue within a second.
   */
  takesRenders(signal: AbortSignal): Promise<boolean>;
  close(): Promise<void>;
}

export interface MachineOptions {
  providers: readonly Provider[];
  redis: Redis;
  prefix: string;
  log: Logger;
  /** Milliseconds between two announcements that the models are ready. */
  everyMs?: number;
  /** Milliseconds that a refusal is delayed. */
  refusalMs?: number;
}

const redisMs = 500;
/** An announcement is valid for this many times the interval between two of them. */
const lifetimeFactor = 2.5;

/**
 * Watches the models of this machine and announces to the other machines of the same providers that they are
 * ready: one sorted set in Redis, `PREFIX:ready:cog`, machines as members, times as scores. Without it a model
 * that loads for minutes or has crashed fails every render its worker takes, faster than all others together
 * serve them (measured: of 12 renders at once for three machines, one broken, none reached a model).
 */
export function createMachine(options: MachineOptions): Machine {
  const { providers, redis, prefix, log, everyMs = 10_000, refusalMs = 2_000 } = options;
  const name = newId('machine');
  const key = `${prefix}:ready:${providers.map((provider) => provider.name).join('+')}`;
  const lifetimeMs = everyMs * lifetimeFactor;
  const closing = new AbortController();

  const isReady = async (signal: AbortSignal) => {
    const all = await Promise.all(providers.map((provider) => provider.ready?.(signal) ?? true));
    return all.every(Boolean);
  };
  const announce = async (signal: AbortSignal): Promise<boolean> => {
    const ready = await isReady(signal);
    const written = ready
      ? redis.multi().zadd(key, Date.now(), name).pexpire(key, lifetimeMs).exec()
      : redis.zrem(key, name);
    await pTimeout(Promise.resolve(written), { milliseconds: redisMs }).catch((error: unknown) =>
      log.warn({ err: error }, 'readiness of the models could not be announced'),
    );
    return ready;
  };
  const others = async (): Promise<boolean> => {
    const since = Date.now() - lifetimeMs;
    const count = pTimeout(redis.zcount(key, since, '+inf'), { milliseconds: redisMs });
    return (await count.catch(() => 0)) > 0;
  };

  const timer = setInterval(() => void announce(closing.signal).catch(() => undefined), everyMs);
  timer.unref();
  void announce(closing.signal).catch(() => undefined);
  return {
    async takesRenders(signal) {
      if (await isReady(signal)) return true;
      await announce(signal);
      if (!(await others())) return true;
      log.warn('the model is not ready; another machine gets the render');
      // A stopping worker returns the render at once.
      await sleep(refusalMs, undefined, { signal }).catch(() => undefined);
      return false;
    },
    async close() {
      clearInterval(timer);
      closing.abort();
      await pTimeout(redis.zrem(key, name), { milliseconds: redisMs }).catch(() => undefined);
    },
  };
}
