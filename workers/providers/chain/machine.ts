import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import pTimeout from 'p-timeout';
import { newId } from '../../../shared/ids.ts';
import type { Logger } from '../../../shared/log.ts';
import type { Provider } from '../provider.ts';

/** The models beside one worker, which takes renders for them alone (`WORKER_PROVIDERS`). */
export interface Machine {
  /**
   * False while a model here is not ready but those of another machine are: a render is better left to that
   * one. Takes its time over a no, so that a machine without a model does not go through a queue in a second.
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
  /** Milliseconds that a no takes. */
  holdMs?: number;
}

const storeMs = 500;
/** Announcements count this many times as long as the pause between them. */
const lasting = 2.5;

/**
 * Watches the models of this machine and tells the other machines of the same providers while they are
 * ready: one sorted set in Redis, `PREFIX:ready:cog`, members the machines, scores the times. A model that
 * loads for minutes or has crashed otherwise fails every render its worker takes, faster than all others
 * together serve them (measured: of 12 renders at once for three machines, one broken, none came to a model).
 */
export function createMachine(options: MachineOptions): Machine {
  const { providers, redis, prefix, log, everyMs = 10_000, holdMs = 2_000 } = options;
  const name = newId('machine');
  const key = `${prefix}:ready:${providers.map((provider) => provider.name).join('+')}`;
  const lastsMs = everyMs * lasting;
  const closing = new AbortController();

  const isReady = async (signal: AbortSignal) => {
    const all = await Promise.all(providers.map((provider) => provider.ready?.(signal) ?? true));
    return all.every(Boolean);
  };
  const announce = async (signal: AbortSignal): Promise<boolean> => {
    const ready = await isReady(signal);
    const written = ready
      ? redis.multi().zadd(key, Date.now(), name).pexpire(key, lastsMs).exec()
      : redis.zrem(key, name);
    await pTimeout(Promise.resolve(written), { milliseconds: storeMs }).catch((error: unknown) =>
      log.warn({ err: error }, 'readiness of the models not announced'),
    );
    return ready;
  };
  const others = async (): Promise<boolean> => {
    const since = Date.now() - lastsMs;
    const count = pTimeout(redis.zcount(key, since, '+inf'), { milliseconds: storeMs });
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
      // Also when the worker is told to stop: the render then goes back at once.
      await sleep(holdMs, undefined, { signal }).catch(() => undefined);
      return false;
    },
    async close() {
      clearInterval(timer);
      closing.abort();
      await pTimeout(redis.zrem(key, name), { milliseconds: storeMs }).catch(() => undefined);
    },
  };
}
