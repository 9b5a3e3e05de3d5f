import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Redis } from 'ioredis';
import mongoose from 'mongoose';
import { createProfiler } from './profiler.ts';

/** Resources used by a measured process, as it reports them. */
export interface Gauges {
  type: 'gauges';
  /** Bytes, after a full garbage collection. */
  rss: number;
  heapUsed: number;
  /** Longest turn of the event loop since the last reset, milliseconds. */
  stallMs: number;
  /** Commands sent to MongoDB since the last reset, `command collection` → count. */
  commands: Record<string, number>;
  /** Commands sent to Redis since the last reset, by name. */
  redis: Record<string, number>;
}

/** A turn shorter than the histogram's resolution is not a stall. */
const resolutionMs = 1;
/** V8 returns the pages of what it has collected in the background: right after a collection they still count. */
const returnMs = 500;

/**
 * Makes this process respond to `reset` and `report` of the bench. It is part of the bench's own entry
 * points, so that the product contains nothing of it.
 */
export function installGauges(profileDir = process.env.BENCH_PROFILE_DIR): void {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  delay.enable();
  const profiler = profileDir ? createProfiler(profileDir, process.argv[1]!) : undefined;
  let commands: Record<string, number> = {};
  let redis: Record<string, number> = {};
  countCommands((name) => {
    commands[name] = (commands[name] ?? 0) + 1;
  });
  countRedis((name) => {
    redis[name] = (redis[name] ?? 0) + 1;
  });
  const reset = async () => {
    await profiler?.start();
    commands = {};
    redis = {};
    delay.reset();
    process.send?.({ type: 'reset' });
  };
  const report = async () => {
    const stallMs = Math.max(0, delay.max / 1e6 - resolutionMs);
    await profiler?.stop();
    collectGarbage();
    await pause(returnMs);
    const { rss, heapUsed } = process.memoryUsage();
    process.send?.({ type: 'gauges', rss, heapUsed, stallMs, commands, redis } satisfies Gauges);
  };
  process.on('message', (message) => {
    if (message === 'reset') void reset();
    if (message === 'report') void report();
  });
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as () => void;
  gc();
  gc();
}

/** Needs `monitorCommands=true` in the URI; a bare process has no connections and counts nothing. */
function countCommands(count: (name: string) => void): void {
  const watched = new Set<unknown>();
  const watch = () => {
    for (const connection of mongoose.connections) {
      if (connection.readyState !== 1 || watched.has(connection)) continue;
      watched.add(connection);
      connection.getClient().on('commandStarted', ({ commandName, command }) => {
        count(`${commandName} ${String(command[commandName])}`);
      });
    }
  };
  setInterval(watch, 100).unref();
}

/** Scripts count once, whatever they call. */
function countRedis(count: (name: string) => void): void {
  const { sendCommand } = Redis.prototype;
  Redis.prototype.sendCommand = function (command, ...rest) {
    count(command.name);
    return sendCommand.call(this, command, ...rest);
  };
}
